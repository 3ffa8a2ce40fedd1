import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { payerName, payInWords } from '#features/pay-ins/pay-in-words.ts';
import { formatDateTime, instantOf, zoneName } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { titleCase } from '#design/text/format-text.ts';
import type { StatusWord } from '#domain/status-words.ts';
import { payInHref } from '#platform/hrefs.ts';

/** Where times are shown, from when they are looked at, and the application in use, which goes along. */
export interface RowLook {
  zone: string;
  now: Date;
  applicationId: string;
}

/** What the cells say, by the name of their place in a captured row; a dash stands for null and blanks. `row` is as on the wire: major units. */
export function cellWords(row: PaymentListItem, { zone, now }: RowLook): Record<string, string | null> {
  const { amount, currency, reference } = row.paymentRequest;
  const instant = instantOf(row.createdAt);
  return {
    amount: formatMoney(Math.round(amount * 100), currency),
    payer: payerName(row),
    reference,
    order: row.merchantPaymentId ?? row.merchantReference,
    type: titleCase(row.paymentType),
    created: instant && formatDateTime(row.createdAt, zone, 'row', now),
    zone: instant && ` ${zoneName(zone, instant)}`,
  };
}

/** A captured row (capture-row.ts), filled: what it looks like is React's, what it says the same functions say. */
export function fillRow(captured: Element, row: PaymentListItem, look: RowLook): Element {
  const filled = captured.cloneNode(true) as Element;
  const copyLook = (name: string): Element => find(captured, `[data-look="${name}"]`).cloneNode(true) as Element;
  for (const [name, word] of Object.entries(cellWords(row, look))) {
    const place = filled.querySelector(`[data-cell="${name}"]`);
    if (word === null || word.trim() === '') {
      place?.closest('td')?.replaceChildren(copyLook('dash'));
    } else if (place?.firstChild) {
      place.firstChild.nodeValue = word;
      place.closest('[title]')?.setAttribute('title', word);
    }
  }
  const time = filled.querySelector('time');
  time?.setAttribute('datetime', instantOf(row.createdAt)?.toISOString() ?? '');
  time?.setAttribute('title', formatDateTime(row.createdAt, look.zone, 'full', look.now));
  const link = find(filled, 'a');
  link.setAttribute('href', payInHref(row.paymentId, { applicationId: look.applicationId }));
  link.firstElementChild?.replaceChildren(
    ...payInWords(row).map((status) => {
      const tag = copyLook(tagLook(status));
      if (tag.lastChild) tag.lastChild.nodeValue = status.word;
      return tag;
    }),
  );
  find(filled, '[data-look^=risk]').parentElement?.replaceChildren(copyLook(riskLook(row)));
  return filled;
}

/** How a captured row names the looks of its tags and risks. */
export const tagLook = ({ tone, hollow = false }: StatusWord): string => `tag ${tone}${hollow ? ' hollow' : ''}`;
export const riskLook = ({ riskCategory }: Pick<PaymentListItem, 'riskCategory'>): string =>
  riskCategory === null ? 'dash' : `risk ${riskCategory}`;

function find(within: Element, selector: string): Element {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`The captured row has no ${selector}.`);
  return found;
}
