import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { bareWirePayIn, payInId, wirePage, wirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import { paymentStatusLabel } from '#features/pay-ins/status-labels.ts';
import { rowValues, tagValues, type RowContext } from './fill-row.ts';
import { putPlaces } from './places.ts';

/** Two rows: one whose values stand in it nowhere else, and one without whatever may be missing. */
export const sampleRows = [wirePayIn({ riskCategory: 'HIGH' }), { ...bareWirePayIn(), paymentId: payInId(99) }];

/** The first page of a longer list. */
export const samplePage = wirePage(sampleRows, { totalElements: 20 });

/**
 * The two of `sampleRows` as React has drawn them: the first with the names of places for its values, and empty where fill-row.ts
 * knows none; of the other the dashes. Run by the build (vite/capture.ts).
 * @throws Error when a place is not found
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
