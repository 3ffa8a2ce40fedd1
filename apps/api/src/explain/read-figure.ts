import { type ExplainQuery, type FigureName, figures, mayExplain } from '@volume/contract/explain/explain.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import { Problem, wrongField } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { type Caller, merchantOf } from '#core/tenant.ts';
import { available, balance, closingBalance, moneyIn, moneyOut, openingBalance } from './account-figures.ts';
import { allFees, fees } from './fee-figures.ts';
import { type Asked, type AskedOfMerchant, type Figure, required } from './figure.ts';
import { bulkJob, merchantFailedShare, merchantPayIns, merchantVolume, payouts } from './other-figures.ts';
import { failed, foundPayIns, payInsOfPeriod, received, returned, successRate } from './payment-figures.ts';

type Reader<Of> = (asked: Of) => Figure | Promise<Figure>;

type OfAnyMerchant = 'FOUND_PAY_INS' | 'ALL_FEES';

const readersOfAny: Record<OfAnyMerchant, Reader<Asked>> = { FOUND_PAY_INS: foundPayIns, ALL_FEES: allFees };

const readers: Record<Exclude<FigureName, OfAnyMerchant>, Reader<AskedOfMerchant>> = {
  RECEIVED: received,
  RETURNED: returned,
  PAY_INS: payInsOfPeriod,
  SUCCESS_RATE: successRate,
  FAILED: failed,
  PAYOUTS: payouts,
  AVAILABLE: available,
  BALANCE: balance,
  OPENING_BALANCE: openingBalance,
  CLOSING_BALANCE: closingBalance,
  MONEY_IN: moneyIn,
  MONEY_OUT: moneyOut,
  FEES: fees,
  MERCHANT_VOLUME: merchantVolume,
  MERCHANT_PAY_INS: merchantPayIns,
  MERCHANT_FAILED_SHARE: merchantFailedShare,
  BULK_JOB: bulkJob,
};

/** Reads a figure and its parts. All further queries must be made in the same snapshot. */
export async function readFigure(asked: Asked): Promise<Figure> {
  const { figure } = asked.query;
  if (figure === 'FOUND_PAY_INS' || figure === 'ALL_FEES') return readersOfAny[figure](asked);
  const merchantId = asked.merchantId ?? required(asked.query, 'merchantId');
  return readers[figure]({ ...asked, merchantId });
}

/** @throws Problem 403, 400 or 422 when the caller or the parameters do not fit the figure */
export function readQuery(query: ExplainQuery, caller: Caller, { clock }: Services): Omit<Asked, 'queries'> {
  const { figure } = query;
  const { needs, accepts, merchants, hasPast } = figures[figure];
  if (!mayExplain(figure, caller.authorities)) throw new Problem(403, 'You may not see this figure.');
  const named = merchants === 'ALL' ? [] : ['merchantId'];
  const known = new Set(['figure', ...named, 'sort', 'at', 'part', 'key', 'page', 'size', ...needs, ...accepts]);
  const foreign = Object.entries(query).find(([name, value]) => value !== undefined && !known.has(name));
  if (foreign) throw wrongField(foreign[0], `is not a filter of ${figure}.`);
  for (const name of needs) required(query, name as keyof ExplainQuery);
  if (query.at !== undefined && !hasPast) {
    const message = `${figure} cannot be computed for an earlier moment: leave out \`at\`.`;
    throw new Problem(422, message, { code: 'NO_EARLIER_FIGURE', field: 'at' });
  }
  const now = clock.now();
  // A link can contain the time of a server whose clock is ahead.
  const isPast = query.at !== undefined && parseUtc(query.at) < now.getTime();
  const at = isPast && query.at !== undefined ? new Date(parseUtc(query.at)) : null;
  return { query, merchantId: merchantOf(caller, query.merchantId), now, at };
}
