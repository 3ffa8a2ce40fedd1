import {
  getMerchant as getMerchantEndpoint,
  listMerchants as listMerchantsEndpoint,
  type Merchant,
} from '@volume/contract/merchants/merchants.ts';
import { handle, type WithSums } from '#core/handler.ts';
import { readMerchants } from '#database/merchants/read-merchants.ts';
import { notFound } from '#core/problem.ts';
import { requireMerchant } from '#core/tenant.ts';
import {
  gapsOfMerchant,
  getMerchantHealth as getMerchantHealthEndpoint,
  listMerchantHealth as listMerchantHealthEndpoint,
  type MerchantHealth,
} from '@volume/contract/merchants/health.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { readDisabled } from './set-merchant-enabled.ts';
import type { Integer, Queries } from '#database/database.ts';
import { andOf, sql } from '#database/sql.ts';

/** All merchants with their applications, by name, for administrators (§7). */
export const listMerchants = handle(listMerchantsEndpoint, async ({ services }) =>
  readMerchants(services.database, null, services.clock.now()),
);

/** A merchant with its applications (§7). */
export const getMerchant = handle(getMerchantEndpoint, async ({ params, caller, services }) => {
  requireMerchant(caller, params.merchantId);
  const [merchant] = await readMerchants(services.database, params.merchantId, services.clock.now());
  if (!merchant) throw notFound('This merchant');
  return merchant;
});

const DAY = 86_400_000;
const days = 30;

interface Sums {
  merchantId: string;
  currency: Currency;
  payments: number;
  failed: number;
  count: number;
  amount: Integer;
}
interface MerchantFacts {
  lastPaymentAt: Date | null;
  hasAdministrator: boolean;
}

/** Figures for the 30 UTC days that end today, and what a merchant's setup lacks. */
async function readMerchantHealth(
  queries: Queries,
  now: Date,
  merchantId: string | null,
): Promise<WithSums<MerchantHealth>[]> {
  const merchants = await readMerchants(queries, merchantId, now);
  const sums = new Map<string, Sums[]>();
  for (const one of await readSums(queries, now, merchantId)) {
    sums.set(one.merchantId, [...(sums.get(one.merchantId) ?? []), one]);
  }
  const facts = await readFacts(queries, merchantId);
  const disabled = await readDisabled(queries, merchantId);
  const requests = await countOpenRequests(queries, merchantId);
  return merchants.map((merchant) => ({
    ...toHealth(merchant, sums.get(merchant.merchantId) ?? [], facts.get(merchant.merchantId)),
    disabled: disabled.get(merchant.merchantId) ?? null,
    openRequests: requests.get(merchant.merchantId) ?? 0,
  }));
}

function toHealth(
  merchant: Merchant,
  sums: readonly Sums[],
  facts: MerchantFacts | undefined,
): Omit<WithSums<MerchantHealth>, 'disabled' | 'openRequests'> {
  const total = (of: (one: Sums) => number): number => sums.reduce((sum, one) => sum + of(one), 0);
  const ended = total(({ failed, count }) => failed + count);
  return {
    merchantId: merchant.merchantId,
    payments30Days: total(({ payments }) => payments),
    failedShare: ended === 0 ? 0 : total(({ failed }) => failed) / ended,
    volumes: sums.filter(({ count }) => count > 0).map(({ currency, count, amount }) => ({ currency, count, amount })),
    lastPaymentAtUtc: facts?.lastPaymentAt ? toWireTime(facts.lastPaymentAt) : null,
    gaps: [...(facts?.hasAdministrator ? [] : ['NO_ADMINISTRATOR']), ...gapsOfMerchant(merchant)],
  };
}

/** The 30 UTC days that end today, their end exclusive. */
export function healthDays(now: Date): { from: Date; until: Date } {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  return { from: new Date(today - (days - 1) * DAY), until: new Date(today + DAY) };
}

/** From the daily roll-up; returned payments are no revenue (contract §10 Held) and have a separate index. */
export async function readSums({ query }: Queries, now: Date, merchantId: string | null): Promise<Sums[]> {
  const { from, until } = healthDays(now);
  const only = merchantId === null ? sql`` : sql`AND merchant_id = ${merchantId}`;
  return query<Sums>(
    sql`SELECT merchant_id AS "merchantId", currency, sum(payments)::bigint AS payments, sum(failed)::bigint AS failed,
       sum(count)::bigint AS count, sum(amount) AS amount
     FROM (
       SELECT merchant_id, currency, count AS payments, CASE WHEN status = 'FAILED' THEN count ELSE 0 END AS failed,
         CASE WHEN status IN ('COMPLETED', 'SETTLED') THEN count ELSE 0 END AS count,
         CASE WHEN status IN ('COMPLETED', 'SETTLED') THEN amount ELSE 0 END AS amount
       FROM payments_daily WHERE day >= ${from}::timestamptz::date AND day < ${until}::timestamptz::date ${only}
       UNION ALL
       SELECT merchant_id, currency, 0, 0, -1, -amount
       FROM payments WHERE hold = 'RETURNED' AND created_at >= ${from}::timestamptz
       AND created_at < ${until}::timestamptz ${only}
     ) AS t GROUP BY merchant_id, currency ORDER BY currency DESC`,
  );
}

/** A merchant's newest payment and whether it has an administrator; for one merchant or for all, on any server. */
async function readFacts({ query }: Queries, merchantId: string | null): Promise<Map<string, MerchantFacts>> {
  const administered = await query<{ merchantId: string }>(
    sql`SELECT DISTINCT merchant_id AS "merchantId" FROM accounts AS a
     WHERE is_enabled AND 'MERCHANT_ADMIN' = ANY (roles)${andOf('a', merchantId)}`,
  );
  const newest = await query<{ merchantId: string; at: Date | null }>(
    sql`SELECT s.merchant_id AS "merchantId",
       (SELECT max(p.created_at) FROM payments AS p WHERE p.merchant_id = s.merchant_id${andOf('p', merchantId)}) AS at
     FROM (SELECT DISTINCT merchant_id FROM applications AS a WHERE true${andOf('a', merchantId)}) AS s`,
  );
  const facts = new Map(newest.map(({ merchantId: id, at }) => [id, { lastPaymentAt: at, hasAdministrator: false }]));
  for (const { merchantId: id } of administered)
    facts.set(id, { lastPaymentAt: facts.get(id)?.lastPaymentAt ?? null, hasAdministrator: true });
  return facts;
}

async function countOpenRequests({ query }: Queries, merchantId: string | null): Promise<Map<string, number>> {
  const rows = await query<{ merchantId: string; count: number }>(
    sql`SELECT merchant_id AS "merchantId", count(*) AS count FROM application_requests AS r
      WHERE state = 'OPEN'${andOf('r', merchantId)} GROUP BY merchant_id`,
  );
  return new Map(rows.map(({ merchantId: id, count }) => [id, count]));
}

/** One merchant's health (contract §10 More calls). */
export const getMerchantHealth = handle(
  getMerchantHealthEndpoint,
  async ({ params, services: { database, clock } }) => {
    const [health] = await readMerchantHealth(database, clock.now(), params.merchantId);
    if (!health) throw notFound('This merchant');
    return health;
  },
);

/** All merchants' health, a separate call so that the list does not wait for it (contract §10 More calls). */
export const listMerchantHealth = handle(listMerchantHealthEndpoint, async ({ services: { database, clock } }) =>
  readMerchantHealth(database, clock.now(), null),
);
