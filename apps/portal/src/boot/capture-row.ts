import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { bareWirePayIn, payInId, wirePage, wirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import { paymentStatusLabel } from '#features/pay-ins/status-labels.ts';
import { rowValues, tagValues, type RowContext } from './fill-row.ts';
import { putPlaces } from './places.ts';

/** Two rows: in the first each value occurs only once, and in the second all optional values are missing. */
export const sampleRows = [wirePayIn({ riskCategory: 'HIGH' }), { ...bareWirePayIn(), paymentId: payInId(99) }];

/** The first page of a longer list. */
export const samplePage = wirePage(sampleRows, { totalElements: 20 });

/**
 * Makes templates from `sampleRows` as React has rendered them. In the first row, values become places, and cells that
 * fill-row.ts cannot fill become empty. In the second, only dashes remain. Run by the build (vite/capture.ts).
 * @throws Error when the row does not contain a value
 */
export function captureRow(drawn: readonly Element[], context: RowContext): Element[] {
  const sample = sampleRows[0] as unknown as PaymentListItem;
  const values = { ...rowValues(sample, context), ...tagValues(paymentStatusLabel(sample.paymentStatus)) };
  const [row, bare] = drawn.map((each) => each.cloneNode(true) as Element) as [Element, Element];
  row.innerHTML = putPlaces(row.innerHTML, values);
  for (const cell of row.children) if (!/\{|<button/.test(cell.innerHTML)) cell.replaceChildren();
  for (const cell of bare.children) if (cell.textContent !== '–') cell.replaceChildren();
  return [row, bare];
}
