import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { cellTexts, payInLabels } from '#features/pay-ins/pay-in-labels.ts';
import { dotClass, toneClasses } from '#design/feedback/tag-looks.ts';
import { timeTexts } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import type { StatusLabel } from '#features/pay-ins/status-labels.ts';
import { payInHref } from '#platform/hrefs.ts';
import { fillPlaces, type PlaceValues } from './places.ts';

/** Where times are shown, from when they are looked at, and the application in use, which goes along. */
export interface RowContext {
  zone: string;
  now: Date;
  applicationId: string;
}

/** What a row says and looks like, by the places of a captured one. It is as on the wire: major units. */
export function rowValues(row: PaymentListItem, { zone, now, applicationId }: RowContext): PlaceValues {
  const { amount, currency } = row.paymentRequest;
  return {
    href: payInHref(row.paymentId, { applicationId }),
    amount: formatMoney(Math.round(amount * 100), currency),
    ...Object.fromEntries(Object.entries(cellTexts).map(([name, say]) => [name, say(row)])),
    ...timeTexts(row.createdAt, zone, 'row', now),
  };
}

/** The same of one state. */
export const tagValues = ({ label, tone, hollow }: StatusLabel): PlaceValues => ({
  status: label,
  tone: toneClasses[tone],
  dot: dotClass(hollow),
});

/** A captured row (capture-row.ts), filled; `bare` has its cells as they are without values. */
export function fillRow([captured, bare]: readonly Element[], row: PaymentListItem, context: RowContext): Element {
  const filled = captured?.cloneNode(true) as Element;
  const values = rowValues(row, context);
  const tag = filled.querySelector('a > * > *');
  const tags = tag?.parentElement;
  tag?.remove();
  for (const [at, cell] of [...filled.children].entries()) {
    const places = Array.from(cell.innerHTML.matchAll(/\{(\w+)\}/g), ([, name = '']) => values[name]);
    if (places.some((word) => !word?.trim())) cell.replaceWith(bare?.children[at]?.cloneNode(true) ?? '');
  }
  fillPlaces(filled, values);
  for (const status of payInLabels(row)) {
    const each = tag?.cloneNode(true) as Element;
    fillPlaces(each, tagValues(status));
    tags?.append(each);
  }
  return filled;
}
