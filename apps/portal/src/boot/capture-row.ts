import { type PaymentListItem, paymentStatuses, riskCategories } from '@volume/contract/pay-ins.ts';
import {
  bareWirePayIn,
  payInId,
  wirePage,
  wirePayIn,
  type WirePayIn,
} from '#features/pay-ins/testing/sample-pay-in.ts';
import { payInWords } from '#features/pay-ins/pay-in-words.ts';
import { cellWords, riskLook, tagLook, type RowLook } from './fill-row.ts';

/** Rows that have between them every look of a cell: each status, risk and tag, and all that may be missing. */
export const sampleRows: WirePayIn[] = [
  ...paymentStatuses.map((paymentStatus, at) =>
    wirePayIn({
      paymentId: payInId(at),
      paymentStatus,
      riskCategory: riskCategories[at % riskCategories.length] ?? null,
    }),
  ),
  { ...bareWirePayIn(), paymentId: payInId(99), statusTags: ['HELD', 'REFUNDING', 'RETURNED', 'ANY'] },
];

/** The first page of a longer list. */
export const samplePage = wirePage(sampleRows, { totalElements: 20 });

/**
 * One row out of the list's own, which React has drawn of `sampleRows`: `data-cell` names the places of its words, and beside each other
 * stand, named by `data-look`, every tag, every risk and the dash; other cells are empty. Run by the build (vite/stage); fill-row.ts fills it.
 * Throws when a place is not found.
 */
export function captureRow(rows: readonly Element[], look: RowLook): Element {
  const row = rows[0]?.cloneNode(true) as Element;
  row.normalize();
  const cellOf = (place: Element): Element[] => {
    const at = [...row.children].indexOf(place.closest('td') as Element);
    return rows.map((each) => each.children[at]?.firstElementChild as Element);
  };
  const samples = sampleRows as unknown as PaymentListItem[];
  const first = samples[0] as PaymentListItem;
  for (const [name, word] of Object.entries(cellWords(first, look))) placesOf(row, word)[0].dataset['cell'] = name;
  const looks = new Map<string, Element>();
  const take = (name: string, element: Element): void => {
    const copy = element.cloneNode(true) as HTMLElement;
    copy.dataset['look'] = name;
    looks.set(name, copy);
  };
  const tags = row.querySelector('a')?.firstElementChild as Element;
  for (const [at, sample] of samples.entries())
    for (const [place, status] of payInWords(sample).entries())
      take(tagLook(status), rows[at]?.querySelector('a')?.firstElementChild?.children[place] as Element);
  tags.replaceChildren(...looks.values());
  looks.clear();
  const risk = placesOf(row, 'Low')[0].closest('td') as Element;
  for (const [at, cell] of cellOf(risk).entries()) take(riskLook(samples[at] as PaymentListItem), cell);
  risk.replaceChildren(...looks.values());
  // What fill-row.ts does not know stays empty until React is there: no row may show a sample's word.
  const known = '[data-cell], [data-look], button';
  for (const cell of row.children) if (!cell.matches(known) && !cell.querySelector(known)) cell.replaceChildren();
  // Ids and names are those of the page that stays.
  for (const element of row.querySelectorAll('a, button, [id]')) {
    for (const name of ['id', 'aria-label', 'aria-controls']) element.removeAttribute(name);
    element.setAttribute('tabindex', '-1');
  }
  return row;
}

/**
 * Every element that says just this word.
 * @throws Error when there is none
 */
export function placesOf(within: Element, word: string | null | undefined): [HTMLElement, ...HTMLElement[]] {
  const [first, ...others] = [...within.querySelectorAll<HTMLElement>('*')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeName === '#text' && node.nodeValue === word),
  );
  if (!first) throw new Error(`The captured page has no place that says ${word}.`);
  return [first, ...others];
}
