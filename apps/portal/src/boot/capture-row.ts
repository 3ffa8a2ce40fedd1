import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { bareWirePayIn, payInId, wirePage, wirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import { paymentStatusWord } from '#domain/status-words.ts';
import { cellWords, tagWords, type RowLook } from './fill-row.ts';
import { putPlaces } from './places.ts';

/** Two rows: one whose words stand in it nowhere else, and one without whatever may be missing. */
export const sampleRows = [wirePayIn({ riskCategory: 'HIGH' }), { ...bareWirePayIn(), paymentId: payInId(99) }];

/** The first page of a longer list. */
export const samplePage = wirePage(sampleRows, { totalElements: 20 });

/**
 * One row out of the list's own, which React has drawn of `sampleRows`: with the names of places for its words, empty where fill-row.ts
 * knows none, and behind its cells one more that holds the dash. Run by the build (vite/capture.ts).
 * @throws Error when a place is not found
 */
export function captureRow([drawn, bare]: readonly Element[], look: RowLook): Element {
  const row = drawn?.cloneNode(true) as Element;
  // What selects a row comes later; ids and names are those of the page that stays.
  for (const box of row.querySelectorAll('label')) box.remove();
  for (const element of row.querySelectorAll('a, button, [id]')) {
    for (const name of ['id', 'aria-label', 'aria-controls']) element.removeAttribute(name);
    element.setAttribute('tabindex', '-1');
  }
  const sample = sampleRows[0] as unknown as PaymentListItem;
  row.innerHTML = putPlaces(row.innerHTML, {
    ...cellWords(sample, look),
    ...tagWords(paymentStatusWord(sample.paymentStatus)),
  });
  const cells = [...row.children];
  for (const cell of cells) if (!/\{|<button/.test(cell.innerHTML)) cell.replaceChildren();
  const dash = bare?.children[cells.findIndex(({ innerHTML }) => innerHTML.includes('{payer}'))];
  row.append(dash?.cloneNode(true) as Element);
  return row;
}
