import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { payerName, payInWords, riskClasses, riskWord } from '#features/pay-ins/pay-in-words.ts';
import { dotClass, toneClasses } from '#design/feedback/tag-looks.ts';
import { formatDateTime, instantOf, zoneName } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { titleCase } from '#design/text/format-text.ts';
import type { StatusWord } from '#domain/status-words.ts';
import { payInHref } from '#platform/hrefs.ts';
import { findPlaces, type Words } from './places.ts';

/** Where times are shown, from when they are looked at, and the application in use, which goes along. */
export interface RowLook {
  zone: string;
  now: Date;
  applicationId: string;
}

/** What the cells say and look like, by the places of a captured row; a dash stands for null and blanks. `row` is as on the wire: major units. */
export function cellWords(row: PaymentListItem, { zone, now, applicationId }: RowLook): Words {
  const { amount, currency, reference } = row.paymentRequest;
  const instant = instantOf(row.createdAt);
  const risk = row.riskCategory;
  return {
    href: payInHref(row.paymentId, { applicationId }),
    amount: formatMoney(Math.round(amount * 100), currency),
    payer: payerName(row),
    reference,
    order: row.merchantPaymentId ?? row.merchantReference,
    type: titleCase(row.paymentType),
    risk: risk && riskWord(risk),
    riskClass: risk && riskClasses[risk],
    // In front of what it holds too.
    full: instant && formatDateTime(row.createdAt, zone, 'full', now),
    created: instant && formatDateTime(row.createdAt, zone, 'row', now),
    zone: instant && zoneName(zone, instant),
    instant: instant && instant.toISOString(),
  };
}

/** The same of one state. */
export const tagWords = ({ word, tone, hollow = false }: StatusWord): Words => ({
  status: word,
  tone: toneClasses[tone],
  dot: dotClass(hollow),
});

/** A captured row (capture-row.ts), filled: what it looks like is React's, what it says the same functions say. */
export function fillRow(captured: Element, row: PaymentListItem, look: RowLook): Element {
  const filled = captured.cloneNode(true) as Element;
  const words = cellWords(row, look);
  const [tag, dash] = [filled.querySelector('a > * > *'), filled.lastElementChild];
  const tags = tag?.parentElement;
  tag?.remove();
  dash?.remove();
  for (const [name, word] of Object.entries(words)) {
    if (word != null && word.trim() !== '') continue;
    const cell = [...filled.children].find(({ innerHTML }) => innerHTML.includes(`{${name}}`));
    cell?.replaceChildren(...(dash?.cloneNode(true).childNodes ?? []));
  }
  findPlaces(filled)(words);
  for (const status of payInWords(row)) {
    const each = tag?.cloneNode(true) as Element;
    findPlaces(each)(tagWords(status));
    tags?.append(each);
  }
  return filled;
}
