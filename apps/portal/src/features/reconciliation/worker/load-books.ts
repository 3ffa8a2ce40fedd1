import { exportStatement, type PayInAccount } from '@volume/contract/balances/balances.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { exportPayouts } from '@volume/contract/payouts/payouts.ts';
import { streamed } from '#lists/export/csv-source.ts';
import { readCsvText } from '#lists/export/save-file.ts';
import { withRetries } from '#platform/calls/retries.ts';
import type { Scope } from '#platform/scope.ts';
import type { BookTexts, StatementSummary } from './worker-messages.ts';

/** The account of a statement: a pay-in account, or the merchant's bank account that receives payouts. */
export type StatementAccount = { kind: 'pay-in'; account: PayInAccount } | { kind: 'bank'; currency: string };

export const currencyOf = (of: StatementAccount): string =>
  of.kind === 'pay-in' ? of.account.forCurrency : of.currency;

interface BooksRequest {
  scope: Scope;
  /** Set only for administrators. */
  merchantIdInCalls: string | undefined;
  summary: StatementSummary;
  of: StatementAccount;
  signal: AbortSignal;
}

/** Payments created before the first line can arrive with it; late ones are identified by their reference. */
const daysBefore = 45;
const daysAfter = 2;
const wireTime = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, -1);

/**
 * Loads what should be at the bank in the statement's period: one export of a virtual account's lines, otherwise one each for
 * direct payments and payouts. They run one after the other, because a user can have two at a time and may start one elsewhere.
 * The statement itself is not sent.
 * @throws the errors of opening an export
 */
export async function loadBooks(request: BooksRequest): Promise<BookTexts> {
  const { scope, merchantIdInCalls, summary, of, signal } = request;
  const from = wireTime(summary.firstDay - daysBefore);
  const to = wireTime(summary.lastDay + daysAfter);
  // Retried, because another export of the user can be running.
  const read = (source: ReturnType<typeof streamed>) => withRetries(() => readCsvText(source, 'UTC', signal), signal);
  if (of.kind === 'pay-in' && of.account.isVirtualAccount) {
    const params = { ...scope, payInAccountId: of.account.id };
    return { statement: await read(streamed(exportStatement, { params, query: { from, to } })) };
  }
  const period = { startDateTimeUtc: from, endDateTimeUtc: to };
  const currency = currencies.find((each) => each === currencyOf(of));
  const payouts = await read(streamed(exportPayouts, { params: scope, query: { ...period, currency } }));
  if (of.kind === 'bank') return { payouts };
  const { applicationId } = scope;
  const query = { ...period, applicationId, merchantId: merchantIdInCalls, paymentStatuses: ['COMPLETED' as const] };
  const payments = await read(
    streamed(exportPayIns, { query: currency ? { ...query, currencies: [currency] } : query }),
  );
  return { payments, payouts };
}
