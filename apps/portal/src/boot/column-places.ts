import { viewColumns } from '@volume/contract/saved-views/view-columns.ts';
import { arrange, type Placed, readChoice } from '#lists/views/arrangement.ts';
import type { FirstPage } from './begin-calls.ts';

const { all, fixed } = viewColumns['pay-ins'];
const columns: Placed[] = [
  ...all.map((id) => ({ id, ...(fixed.includes(id) && { isFixed: true as const }) })),
  { id: 'actions', isHeaderHidden: true },
];

/** The columns of the pay-ins that the user sees, as indexes of those in the captured table; `view` are those in the address. */
export function columnPlaces({ session }: Pick<FirstPage, 'session'>, view: string | undefined): number[] {
  const ofUser = session && session.kind !== 'none' && `${session.claims.userAccountId}.${session.merchantId}`;
  const choice = readChoice(view, localStorage.getItem(`v_pay_in_columns_v1.${ofUser}`));
  return arrange(columns, choice).map((column) => columns.indexOf(column));
}

/** Hides and moves the columns of a captured table or of its rows. */
export function placeColumns(within: Element | null, places: readonly number[]): void {
  for (const line of within?.querySelectorAll('colgroup, tr') ?? []) {
    const cells = [...line.children];
    line.replaceChildren(...places.flatMap((at) => cells[at] ?? []));
  }
}
