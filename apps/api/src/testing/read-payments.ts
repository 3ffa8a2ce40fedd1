import type { RefundedFilter } from '@volume/contract/pay-ins/pay-ins.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import type { Queries } from '#database/database.ts';
import { foldText } from '#database/fold-text.ts';
import type { PayInFilter } from '#pay-ins/pay-in-filters.ts';

/** The columns of a payment that the oracle needs; amounts in minor units. */
export interface StoredPayment {
  merchant_id: string;
  payment_id: string;
  application_id: string;
  created_at: Date;
  amount: number;
  amount_refunded: number;
  amount_refunding: number;
  currency: string;
  status: string;
  type: string;
  risk: string | null;
  hold: string;
  is_new_payment: boolean;
  is_sample: boolean;
  merchant_payment_id: string | null;
  tracing_id: string;
  reference: string | null;
  merchant_reference: string | null;
  payer_name: string | null;
  payer_email: string | null;
  payer_account_identifier: string | null;
  institution_id: string | null;
  error_description: string | null;
}

/** Every payment, newest first, read without any index or condition of the list's query. */
export async function readPayments(queries: Queries): Promise<StoredPayment[]> {
  const rows = await queries.query<StoredPayment>('SELECT * FROM payments');
  return rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.payment_id < b.payment_id ? 1 : -1));
}

/** The filters of the list, written by hand from the specification, for one payment. */
export function matches(payment: StoredPayment, filter: PayInFilter): boolean {
  const { merchantId, applicationId, minAmount, maxAmount, globalSearch: search } = filter;
  const { startDateTimeUtc: from, endDateTimeUtc: to, refundedFilter: refunded, heldFilter: held } = filter;
  const at = payment.created_at.getTime();
  return (
    (merchantId === null || payment.merchant_id === merchantId) &&
    (applicationId === undefined || payment.application_id === applicationId) &&
    (filter.merchantPaymentId === undefined || payment.merchant_payment_id === filter.merchantPaymentId) &&
    isAmong(filter.paymentStatuses, payment.status) &&
    isAmong(filter.currencies, payment.currency) &&
    isAmong(filter.paymentTypes, payment.type) &&
    isAmong(filter.riskCategory, payment.risk) &&
    (from === undefined || at >= parseUtc(from)) &&
    (to === undefined || at <= parseUtc(to)) &&
    (minAmount === undefined || payment.amount >= minAmount) &&
    (maxAmount === undefined || payment.amount <= maxAmount) &&
    (refunded === undefined || isInRefundState(payment, refunded)) &&
    (held === undefined || (payment.hold === 'HELD') === (held === 'HELD')) &&
    (filter.sampleFilter === undefined || payment.is_sample === (filter.sampleFilter === 'ONLY')) &&
    (filter.returnedFilter === undefined || (payment.hold === 'RETURNED') === (filter.returnedFilter === 'RETURNED')) &&
    // No payment in these tests is reviewed.
    filter.reviewedFilter !== 'REVIEWED' &&
    (filter.includeNewPayments !== false || !payment.is_new_payment) &&
    (filter.institutionId === undefined || (payment.institution_id ?? 'NONE') === filter.institutionId) &&
    (filter.failureReason === undefined ||
      (payment.status === 'FAILED' && (payment.error_description ?? 'NONE') === filter.failureReason)) &&
    (filter.failureHour === undefined ||
      (payment.status === 'FAILED' && String(payment.created_at.getUTCHours()) === filter.failureHour)) &&
    (search === undefined || isFoundBy(payment, search))
  );
}

function isInRefundState(
  { amount_refunded: done, amount_refunding: open }: StoredPayment,
  wanted: RefundedFilter,
): boolean {
  return { REFUNDED: done > 0, NOT_REFUNDED: done === 0, REFUNDING: open > 0 }[wanted];
}

function isAmong(wanted: readonly string[] | undefined, value: string | null): boolean {
  return wanted === undefined || wanted.length === 0 || (value !== null && wanted.includes(value));
}

function isFoundBy(payment: StoredPayment, search: string): boolean {
  const words = foldText(search.replaceAll('’', "'"))
    .split(/\s+/)
    .filter((word) => word !== '');
  const term = words.join(' ');
  const texts = [
    [payment.merchant_payment_id, payment.reference, payment.merchant_reference],
    [payment.payer_name, payment.payer_email, payment.payer_account_identifier],
  ].map((group) => foldText(group.filter((text) => text !== null).join('\n')));
  const begins = term.length >= 8 && [payment.payment_id, payment.tracing_id].some((id) => id.startsWith(term));
  const isText = texts.some((text) => words.every((word) => toRule(word).test(text)));
  const isAmount = /\d/.test(search) && amountsAsWritten(payment).has(search.trim());
  return term === '' || begins || isText || isAmount;
}

/** An apostrophe matches any character, because names are written with many kinds of it. */
const toRule = (word: string): RegExp =>
  new RegExp(word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", '.'), 'su');

/** The ways to write a payment's amount: `1249.5`, `1,249.50`, `1 249,50`, `£1249.50`. */
export function amountsAsWritten({ amount, currency }: Pick<StoredPayment, 'amount' | 'currency'>): Set<string> {
  const [sign, code] = currency === 'GBP' ? ['£', 'GBP'] : ['€', 'EUR'];
  const pounds = String(Math.floor(amount / 100));
  const pence = String(amount % 100).padStart(2, '0');
  const fractions = [pence, pence.replace(/0$/, ''), pence.replace('00', '')];
  const numbers = ['', ' ', ',', '.', '’'].flatMap((between) => {
    const grouped = pounds.replaceAll(/\B(?=(\d{3})+$)/g, between);
    const points = ['.', ','].filter((point) => between !== point || grouped === pounds);
    // `1.249` could also be 1.25, so it is not read as an amount.
    const known = between === '.' && grouped !== pounds ? fractions.filter((digits) => digits !== '') : fractions;
    return points.flatMap((point) => known.map((digits) => (digits === '' ? grouped : grouped + point + digits)));
  });
  const signs = [sign, `${sign} `, code, `${code} `];
  const after = [sign, ` ${sign}`, code, ` ${code}`];
  return new Set(
    numbers.flatMap((text) => [text, ...signs.map((each) => each + text), ...after.map((each) => text + each)]),
  );
}
