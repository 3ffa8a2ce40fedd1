import type { PayInPage, PaymentListItem } from '@volume/contract/pay-ins.ts';

/** What a later reading of a list says about the rows that are shown. */
export interface ListNews {
  /** Pay-ins that have come since. */
  arrived: number;
  /** Pay-ins that have left the list since, as one does whose status the filters no longer want. */
  left: number;
}

/** Compares a page with the same page read later; on later pages only the totals can tell. */
export function findNews(shown: PayInPage, later: PayInPage): ListNews {
  const more = later.totalElements - shown.totalElements;
  if (shown.number > 0) return { arrived: Math.max(0, more), left: Math.max(0, -more) };
  const known = new Set(shown.content.map(({ paymentId }) => paymentId));
  const newest = shown.content[0]?.createdAt ?? '';
  const fresh = later.content.filter(({ paymentId, createdAt }) => !known.has(paymentId) && createdAt >= newest);
  // When the whole page is new there are more than it can show.
  const arrived =
    fresh.length === later.content.length && fresh.length > 0 ? Math.max(fresh.length, more) : fresh.length;
  return { arrived, left: arrived > 0 ? 0 : Math.max(0, -more) };
}

/** The shown page with the rows of the later one in place of their older selves; the very same when none has changed. */
export function withLaterRows(shown: PayInPage, later: PayInPage): PayInPage {
  const laterRows = new Map(later.content.map((row) => [row.paymentId, row]));
  const isSame = (row: PaymentListItem) => {
    const other = laterRows.get(row.paymentId);
    return !other || JSON.stringify(other) === JSON.stringify(row);
  };
  if (shown.content.every(isSame)) return shown;
  return { ...shown, content: shown.content.map((row) => laterRows.get(row.paymentId) ?? row) };
}
