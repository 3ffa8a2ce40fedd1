import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ViewedList, viewColumns } from '@volume/contract/saved-views/view-columns.ts';
import { root } from '#scripts/run-command.mjs';

/** The lists whose views can be shared: the API refuses a column of a view that the contract does not know. */
const lists: Readonly<Record<ViewedList, string>> = {
  'pay-ins': 'apps/portal/src/features/pay-ins/pay-in-list.tsx',
  payouts: 'apps/portal/src/features/payouts/payout-list.tsx',
  approvals: 'apps/portal/src/features/approvals/approval-list.tsx',
};

/** Returns one line per column that the contract lacks; empty when there is none. */
export function checkViewColumns(): string {
  const names = Object.keys(lists) as ViewedList[];
  return names
    .flatMap((name) => findMissingColumns(name, readFileSync(join(root, lists[name]), 'utf8'), viewColumns[name].all))
    .join('\n');
}

/** A column that exists only in some contexts (`isShown`) belongs to no shared view. */
export function findMissingColumns(name: string, text: string, known: readonly string[]): string[] {
  const columns = /\n {2}columns: \[\n([\s\S]*?)\n {2}\],/.exec(text)?.[1];
  if (columns === undefined) return [`scripts/check-view-columns.ts: finds no columns in the list ${name}`];
  return columns
    .split(/\bid: '/)
    .slice(1)
    .filter((column) => !column.includes('isShown'))
    .map((column) => column.slice(0, column.indexOf("'")))
    .filter((id) => !known.includes(id))
    .map((id) => `packages/contract/src/saved-views/view-columns.ts: has no column ${id} in the list ${name}`);
}
