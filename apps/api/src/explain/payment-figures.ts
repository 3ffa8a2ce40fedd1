import { noValue, type PaymentStatus } from '@volume/contract/pay-ins/labels.ts';
import { findPayInPage } from '#pay-ins/list-pay-ins.ts';
import { type PayInFilter, requireSearchable, toCondition } from '#pay-ins/pay-in-filters.ts';
import { readFailures } from '#revenue/get-payment-failures.ts';
import { readRevenue, readSummary } from '#revenue/get-revenue.ts';
import { revenueStatuses } from '#revenue/select-revenue.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { readStatementFigure } from './on-statement.ts';
import {
  type Asked,
  type AskedOfMerchant,
  type Figure,
  none,
  required,
  share,
  type Source,
  type Sum,
} from './figure.ts';
import { payIns } from './pay-in-rows.ts';

const isPaid = (status: string): boolean => (revenueStatuses as readonly string[]).includes(status);
const addUp = (rows: readonly { count: number | bigint; amount: number | bigint }[]): Sum => ({
  count: rows.reduce((sum, { count }) => sum + Number(count), 0),
  amount: rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  share: null,
});

/** The filters that the overview has. */
function ownerOf({ query, merchantId }: AskedOfMerchant) {
  const { applicationId, startDateTimeUtc, endDateTimeUtc, paymentStatuses } = query;
  return { merchantId, applicationId, startDateTimeUtc, endDateTimeUtc, paymentStatuses };
}

async function readReceived(asked: AskedOfMerchant): Promise<Sum> {
  const { items } = await readRevenue(asked.queries, { ...ownerOf(asked), periodType: 'DAY' });
  return addUp(items.filter(({ currency }) => currency === asked.query.currency));
}

/** Pay-ins that were created in the period, paid and not returned; its `onStatement` leads to the amounts booked in the period. */
export async function received(asked: AskedOfMerchant): Promise<Figure> {
  const currency = required(asked.query, 'currency');
  const paid = { ...ownerOf(asked), currencies: [currency], paymentStatuses: [...revenueStatuses] };
  return {
    currency,
    sources: [
      { of: 'payments', parts: { PAID: 'PLUS' }, select: payIns(sql`'PAID'`, toCondition(paid)) },
      returnedOf(paid, 'MINUS'),
    ],
    has: { count: true, amount: true },
    readShown: () => readReceived(asked),
    onStatement: await readStatementFigure(asked, currency, {
      isPaid: toCondition(paid),
      isReceived: toCondition({ ...paid, returnedFilter: 'NOT_RETURNED' }),
    }),
  };
}

const returnedOf = (filter: PayInFilter, sign: 'PLUS' | 'MINUS'): Source => ({
  of: 'payments',
  parts: { RETURNED: sign },
  select: payIns(sql`'RETURNED'`, toCondition({ ...filter, returnedFilter: 'RETURNED' })),
});

/** The overview shows the amount paid minus the amount received. */
export function returned(asked: AskedOfMerchant): Figure {
  const currency = required(asked.query, 'currency');
  return {
    currency,
    sources: [returnedOf({ ...ownerOf(asked), currencies: [currency] }, 'PLUS')],
    has: { count: true, amount: true },
    readShown: async () => {
      const totals = await readSummary(asked.queries, ownerOf(asked));
      const paid = addUp(totals.filter((each) => each.currency === currency && isPaid(each.paymentStatus)));
      const kept = await readReceived(asked);
      return {
        ...none,
        count: Number(paid.count) - Number(kept.count),
        amount: BigInt(paid.amount ?? 0) - BigInt(kept.amount ?? 0),
      };
    },
  };
}

export function payInsOfPeriod(asked: AskedOfMerchant): Figure {
  const { currency } = asked.query;
  const filter = { ...ownerOf(asked), currencies: currency && [currency] };
  return {
    currency: currency ?? null,
    sources: [
      {
        of: 'payments',
        parts: { STATUS: 'PLUS' },
        select: payIns(sql`'STATUS'`, toCondition(filter), sql`p.status::text`),
      },
    ],
    has: { count: true, ...(currency && { amount: true }) },
    readShown: async () => {
      const totals = await readSummary(asked.queries, ownerOf(asked));
      const sum = addUp(totals.filter((each) => currency === undefined || each.currency === currency));
      return currency ? sum : { ...sum, amount: null };
    },
  };
}

export function successRate(asked: AskedOfMerchant): Figure {
  const ended = { ...ownerOf(asked), paymentStatuses: [...revenueStatuses, 'FAILED'] as PaymentStatus[] };
  return {
    currency: null,
    sources: [
      {
        of: 'payments',
        parts: { SUCCEEDED: 'PLUS', FAILED: 'PLUS' },
        select: payIns(sql`CASE p.status WHEN 'FAILED' THEN 'FAILED' ELSE 'SUCCEEDED' END`, toCondition(ended)),
      },
    ],
    has: { count: true, shareOf: 'SUCCEEDED' },
    readShown: async () => {
      const totals = await readSummary(asked.queries, ended);
      const succeeded = Number(addUp(totals.filter(({ paymentStatus }) => isPaid(paymentStatus))).count);
      const count = Number(addUp(totals).count);
      return { ...none, count, share: share(succeeded, count) };
    },
  };
}

/** Failed pay-ins, all or those of one reason, bank or hour. */
export function failed(asked: AskedOfMerchant): Figure {
  const { institutionId, failureReason, failureHour } = asked.query;
  const filter = { ...ownerOf(asked), paymentStatuses: ['FAILED'] as PaymentStatus[] };
  const given = { institutionId, failureReason, failureHour };
  return {
    currency: null,
    sources: [
      {
        of: 'payments',
        parts: { FAILED: 'PLUS' },
        select: payIns(sql`'FAILED'`, toCondition({ ...filter, ...given })),
      },
    ],
    has: { count: true },
    readShown: async () => ({ ...none, count: await readFailed(asked, given) }),
  };
}

/** Null where the overview has no such line: a rare reason or bank, or two filters at a time. */
async function readFailed(
  asked: AskedOfMerchant,
  given: Pick<PayInFilter, 'institutionId' | 'failureReason' | 'failureHour'>,
): Promise<number | null> {
  const { count, reasons, banks, hours } = await readFailures(asked.queries, ownerOf(asked), asked.merchantId);
  const { institutionId, failureReason, failureHour } = given;
  const valueOf = (text: string) => (text === noValue ? null : text);
  const found = [
    ...(failureReason === undefined ? [] : [reasons.find(({ reason }) => reason === valueOf(failureReason))]),
    ...(institutionId === undefined ? [] : [banks.find((bank) => bank.institutionId === valueOf(institutionId))]),
    ...(failureHour === undefined ? [] : [hours.find(({ hour }) => hour === Number(failureHour))]),
  ];
  if (found.length === 0) return count;
  return found.length === 1 ? (found[0]?.count ?? null) : null;
}

/** The list sends some of its queries concurrently, which the single connection of a snapshot does not allow. */
function inTurn({ query, ...others }: Queries): Queries {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...others,
    query: (...asked) => {
      const next = last.then(() => query<never>(...asked));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

/**
 * The rows of the list of pay-ins, for administrators also of all merchants. With their amounts when all have one currency; the
 * list shows no sum, so only their count can be compared.
 */
export async function foundPayIns({ queries, query, merchantId }: Asked): Promise<Figure> {
  const filter: PayInFilter = { ...query, merchantId };
  await requireSearchable(queries, filter);
  const [currency, other] = query.currencies ?? [];
  const hasAmount = currency !== undefined && other === undefined;
  return {
    currency: hasAmount ? currency : null,
    sources: [{ of: 'payments', parts: { PAY_INS: 'PLUS' }, select: payIns(sql`'PAY_INS'`, toCondition(filter)) }],
    has: { count: true, ...(hasAmount && { amount: true }) },
    readShown: async () => {
      const position = { page: 0, size: 1, order: 'newest' } as const;
      const { totalElements: count } = await findPayInPage(inTurn(queries), filter, position);
      return { ...none, count };
    },
  };
}
