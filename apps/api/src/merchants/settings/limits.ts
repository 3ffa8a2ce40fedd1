import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  changeMerchantLimits as changeEndpoint,
  MerchantLimits,
  mostDaysAhead,
  withdrawMerchantLimits as withdrawEndpoint,
} from '@volume/contract/merchants/merchant-settings.ts';
import { sayMajor } from '@volume/contract/money/money.ts';
import * as z from 'zod/mini';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { lockMerchantState, ownLargestAmount } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';

const dayOf = (at: Date): string => toWireTime(at).slice(0, 10);
const beginOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

interface LimitsRow {
  largestAmount: number | null;
  nextAmount: number | null;
  nextAt: Date | null;
  version: string;
}

/** The limits at a time; 404 when there is no such merchant. */
export async function readLimits(
  { query }: Queries,
  { settings }: Pick<Services, 'settings'>,
  merchantId: string,
  now: Date,
): Promise<MerchantLimits> {
  const [row] = await query<LimitsRow>(
    sql`SELECT ${ownLargestAmount(now)} AS "largestAmount", m.next_largest_amount AS "nextAmount",
        m.next_limits_at AS "nextAt",
        ${versionOf(sql`m.largest_amount, m.next_largest_amount, extract(epoch FROM m.next_limits_at)`)} AS version
      FROM merchants AS m WHERE m.merchant_id = ${merchantId}`,
  );
  if (!row) throw notFound('This merchant');
  const { largestAmount, nextAmount, nextAt, version } = row;
  const planned = nextAt === null || nextAt <= now ? null : { largestAmount: nextAmount, fromDay: dayOf(nextAt) };
  return { largestAmount, platformLargestAmount: settings.largestAmount, planned, version };
}

type Written = Pick<MerchantLimits, 'largestAmount' | 'planned'>;

/**
 * Writes what `next` returns for the limits that are valid now, under the lock that every payment and order waits for
 * (`holdMerchantEnabled`). A planned change that is in effect becomes the current value.
 */
async function change(
  call: Omit<Call<typeof withdrawEndpoint>, 'body'>,
  next: (before: MerchantLimits, now: Date) => Written & { action: 'CHANGED' | 'WITHDRAWN'; detail: string },
): Promise<MerchantLimits> {
  const { params, request, services } = call;
  const { merchantId } = params;
  return services.database.transaction(async (queries) => {
    await lockMerchantState(queries, merchantId, 'alone');
    const now = services.clock.now();
    const before = await readLimits(queries, services, merchantId, now);
    requireUnchanged(request, { version: before.version, current: z.encode(MerchantLimits, before) });
    const { largestAmount, planned, action, detail } = next(before, now);
    await queries.query(
      sql`UPDATE merchants SET largest_amount = ${largestAmount}, next_largest_amount = ${planned?.largestAmount ?? null},
        next_limits_at = ${planned && beginOf(planned.fromDay)} WHERE merchant_id = ${merchantId}`,
    );
    const note = { merchantId, action: `MERCHANT_LIMITS_${action}`, subject: merchantId, detail } as const;
    await recordActivity(queries, call, note);
    return readLimits(queries, services, merchantId, now);
  });
}

const sayLimit = (limit: number | null): string => (limit === null ? 'the platform’s' : sayMajor(limit));

/** Changes the limits immediately, which keeps a planned change, or plans a change, which replaces an earlier plan. */
export const changeMerchantLimits = handle(changeEndpoint, async (call) => {
  const { body, services } = call;
  const { largestAmount, fromDay } = body;
  const most = services.settings.largestAmount;
  if (largestAmount !== null && largestAmount > most) {
    throw wrongField('largestAmount', `must be at most LARGEST_AMOUNT, which is ${sayMajor(most)}`);
  }
  return change(call, (before, now) => {
    refuseDay(fromDay, now);
    const isNow = fromDay === dayOf(now);
    const from = isNow ? 'now' : fromDay;
    const detail = `Largest amount ${sayLimit(before.largestAmount)} → ${sayLimit(largestAmount)} from ${from}`;
    const written = isNow ? { ...before, largestAmount } : { ...before, planned: body };
    return { ...written, action: 'CHANGED', detail };
  });
});

const yearAhead = mostDaysAhead * 86_400_000;

function refuseDay(fromDay: string, now: Date): void {
  if (fromDay < dayOf(now)) throw wrongField('fromDay', `must be ${dayOf(now)} or later: it is a day in UTC`);
  if (beginOf(fromDay).getTime() > now.getTime() + yearAhead)
    throw wrongField('fromDay', 'must be at most a year ahead');
}

/** 409 when no change is planned any longer: it was withdrawn, or its day has begun. */
export const withdrawMerchantLimits = handle(withdrawEndpoint, async (call) =>
  change(call, ({ largestAmount, planned }) => {
    if (!planned) {
      throw new Problem(
        409,
        'No change of the limits is planned: it was withdrawn or is in effect. Nothing was changed.',
        { code: 'NOTHING_PLANNED' },
      );
    }
    const detail = `Largest amount ${sayLimit(planned.largestAmount)} from ${planned.fromDay}`;
    return { largestAmount, planned: null, action: 'WITHDRAWN', detail };
  }),
);
