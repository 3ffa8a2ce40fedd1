import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { cellTexts, payInLabels } from '#features/pay-ins/pay-in-labels.ts';
import { dotClass, toneClasses } from '#design/feedback/tag-looks.ts';
import { timeTexts } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import type { StatusLabel } from '#features/pay-ins/status-labels.ts';
import { payInHref } from '#platform/hrefs.ts';
import { fillPlaces, type PlaceValues } from './places.ts';

/** The values that a row depends on besides its payment: the time zone, the current time, and the application for its link. */
export interface RowContext {
  zone: string;
  now: Date;
  applicationId: string;
}

/** The values for the places of a captured row. The row is as the API sends it: in major units. */
export function rowValues(row: PaymentListItem, { zone, now, applicationId }: RowContext): PlaceValues {
  const { amount, currency } = row.paymentRequest;
  return {
    href: payInHref(row.paymentId, { applicationId }),
    amount: formatMoney(Math.round(amount * 100), currency),
    ...Object.fromEntries(Object.entries(cellTexts).map(([name, textOf]) => [name, textOf(row)])),
    ...timeTexts(row.createdAt, zone, 'row', now),
  };
}

/** The same for one status tag. */
export const tagValues = ({ label, tone, hollow }: StatusLabel): PlaceValues => ({
  status: label,
  tone: toneClasses[tone],
  dot: dotClass(hollow),
});

/** Fills a captured row (capture-row.ts); a cell without a value is taken from `bare`, the row in which all are empty. */
export function fillRow([captured, bare]: readonly Element[], row: PaymentListItem, context: RowContext): Element {
  const filled = captured?.cloneNode(true) as Element;
  const values = rowValues(row, context);
  const tag = filled.querySelector('a > * > *');
  const tags = tag?.parentElement;
  tag?.remove();
  for (const [at, cell] of [...filled.children].entries()) {
    const places = Array.from(cell.innerHTML.matchAll(/\{(\w+)\}/g), ([, name = '']) => values[name]);
    if (places.some((value) => !value?.trim())) cell.replaceWith(bare?.children[at]?.cloneNode(true) ?? '');
  }
  fillPlaces(filled, values);
  for (const status of payInLabels(row)) {
    const each = tag?.cloneNode(true) as Element;
    fillPlaces(each, tagValues(status));
    tags?.append(each);
  }
  return filled;
}
