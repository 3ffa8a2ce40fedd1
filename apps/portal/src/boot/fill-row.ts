import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { cellTexts, payInLabels } from '#features/pay-ins/pay-in-labels.ts';
import { dotClass, toneClasses } from '#design/feedback/tag-looks.ts';
import { timeTexts } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import type { StatusLabel } from '#features/pay-ins/status-labels.ts';
import { payInHref } from '#platform/hrefs.ts';
import { fillPlaces, type Words } from './places.ts';

/** Where times are shown, from when they are looked at, and the application in use, which goes along. */
export interface RowLook {
  zone: string;
  now: Date;
  applicationId: string;
}

/** What a row says and looks like, by the places of a captured one. It is as on the wire: major units. */
export function rowWords(row: PaymentListItem, { zone, now, applicationId }: RowLook): Words {
  const { amount, currency } = row.paymentRequest;
  return {
    href: payInHref(row.paymentId, { applicationId }),
    amount: formatMoney(Math.round(amount * 100), currency),
    ...Object.fromEntries(Object.entries(cellTexts).map(([name, say]) => [name, say(row)])),
    ...timeTexts(row.createdAt, zone, 'row', now),
  };
}

/** The same of one state. */
export const tagWords = ({ label, tone, hollow }: StatusLabel): Words => ({
  status: label,
  tone: toneClasses[tone],
  dot: dotClass(hollow),
});

/** A captured row (capture-row.ts), filled; `bare` has its cells as they are without words. */
export function fillRow([captured, bare]: readonly Element[], row: PaymentListItem, look: RowLook): Element {
  const filled = captured?.cloneNode(true) as Element;
  const words = rowWords(row, look);
  const tag = filled.querySelector('a > * > *');
  const tags = tag?.parentElement;
  tag?.remove();
  for (const [at, cell] of [...filled.children].entries()) {
    const places = Array.from(cell.innerHTML.matchAll(/\{(\w+)\}/g), ([, name = '']) => words[name]);
    if (places.some((word) => !word?.trim())) cell.replaceWith(bare?.children[at]?.cloneNode(true) ?? '');
  }
  fillPlaces(filled, words);
  for (const status of payInLabels(row)) {
    const each = tag?.cloneNode(true) as Element;
    fillPlaces(each, tagWords(status));
    tags?.append(each);
  }
  return filled;
}
