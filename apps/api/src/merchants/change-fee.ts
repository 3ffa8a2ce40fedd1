import {
  changeMerchantFee as changeEndpoint,
  getMerchantFee as getEndpoint,
  type MerchantFee,
  mostFeeDaysAhead,
  withdrawFeeChange as withdrawEndpoint,
} from '@volume/contract/merchants/fee.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import type { Queries } from '#database/database.ts';
import { utcDay } from '#database/merchants/fees.ts';
import { sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';

const getMerchantFee = handle(getEndpoint, ({ params, services }) =>
  readFee(services.database, params.merchantId, services.clock.now()),
);

/**
 * Changes the fee from a given day, after a step-up. Replaces an earlier plan; days that have passed keep their fee (contract §8,
 * Fees).
 */
const changeMerchantFee = handle(changeEndpoint, async (call) => {
  const { percentage, validFrom, reason = null } = call.body;
  return change(call, async (queries, before, now) => {
    refuseDay(validFrom, now);
    if (percentage === before.percentage && before.planned === null) {
      throw wrongField('percentage', `is already ${percentage}`);
    }
    const { merchantId } = before;
    await queries.query(
      sql`DELETE FROM fee_changes WHERE merchant_id = ${merchantId} AND valid_from > ${before.today}::date`,
    );
    await queries.query(
      sql`INSERT INTO fee_changes (merchant_id, valid_from, percentage, set_by, set_at, reason)
        VALUES (${merchantId}, ${validFrom}::date, ${percentage}::numeric, ${call.caller.email}, ${now}, ${reason})
        ON CONFLICT (merchant_id, valid_from) DO UPDATE SET percentage = excluded.percentage, set_by = excluded.set_by,
          set_at = excluded.set_at, reason = excluded.reason`,
    );
    const replaced = before.planned === null ? '' : `, instead of ${sayPlanned(before.planned)}`;
    const detail = `${before.percentage} % → ${sayPlanned({ percentage, validFrom })}${replaced}`;
    return { action: 'FEE_CHANGED', detail, reason };
  });
});

/** Withdraws a planned change after a step-up; 409 when none is planned, or its day has begun. */
const withdrawFeeChange = handle(withdrawEndpoint, async (call) =>
  change(call, async (queries, { merchantId, planned, today, percentage }) => {
    if (planned === null) {
      throw new Problem(409, `No change of the fee is planned: it is ${percentage} %. Nothing was changed.`, {
        statusName: 'NOTHING_PLANNED',
      });
    }
    await queries.query(sql`DELETE FROM fee_changes WHERE merchant_id = ${merchantId} AND valid_from > ${today}::date`);
    return { action: 'FEE_CHANGE_WITHDRAWN', detail: sayPlanned(planned), reason: null };
  }),
);

type AnyChange = Pick<Call<typeof withdrawEndpoint>, 'params' | 'caller' | 'services' | 'request'>;
interface Done {
  action: 'FEE_CHANGED' | 'FEE_CHANGE_WITHDRAWN';
  detail: string;
  reason: string | null;
}

/** Today is read under the lock: a call that waited over midnight cannot change the day that has passed. */
async function change(
  call: AnyChange,
  write: (queries: Queries, before: MerchantFee, now: Date) => Promise<Done>,
): Promise<MerchantFee> {
  const { params, services, request } = call;
  const { merchantId } = params;
  return services.database.transaction(async (queries) => {
    await queries.query(sql`SELECT FROM merchants WHERE merchant_id = ${merchantId} FOR NO KEY UPDATE`);
    const now = services.clock.now();
    const before = await readFee(queries, merchantId, now);
    requireUnchanged(request, { version: before.version, current: before });
    const { action, detail, reason } = await write(queries, before, now);
    const note = { action, subject: merchantId } as const;
    await recordActivity(queries, call, { ...note, merchantId, detail });
    // The merchant's users can read its activity, so only the platform's has the reason.
    const withReason = [detail, reason].filter(Boolean).join(': ');
    await recordActivity(queries, call, { ...note, merchantId: null, detail: withReason });
    return readFee(queries, merchantId, now);
  });
}

function refuseDay(validFrom: string, now: Date): void {
  const last = new Date(now);
  last.setUTCDate(last.getUTCDate() + mostFeeDaysAhead);
  if (validFrom < utcDay(now)) throw wrongField('validFrom', `must be ${utcDay(now)} or later: that day has passed`);
  if (validFrom > utcDay(last)) throw wrongField('validFrom', `must be ${utcDay(last)} or earlier`);
}

const sayPlanned = ({ percentage, validFrom }: { percentage: number; validFrom: string }): string =>
  `${percentage} % from ${validFrom}`;

interface ChangeRow {
  percentage: number;
  validFrom: string;
  setBy: string;
  setAt: Date;
  reason: string | null;
}

/** @throws Problem 404 for an unknown merchant */
async function readFee({ query }: Queries, merchantId: string, now: Date): Promise<MerchantFee> {
  const [first] = await query<{ percentage: number }>(
    sql`SELECT payment_flat_fee_in_percentage::float8 AS percentage FROM merchants WHERE merchant_id = ${merchantId}`,
  );
  if (!first) throw notFound('This merchant');
  const [version] = await query<{ version: string }>(
    sql`SELECT ${versionOf(sql`string_agg(concat_ws(' ', valid_from, percentage, set_at, reason), ',' ORDER BY valid_from)`)} AS version
      FROM fee_changes WHERE merchant_id = ${merchantId}`,
  );
  const rows = await query<ChangeRow>(
    sql`SELECT percentage::float8 AS percentage, to_char(valid_from, 'YYYY-MM-DD') AS "validFrom", set_by AS "setBy",
      set_at AS "setAt", reason FROM fee_changes WHERE merchant_id = ${merchantId} ORDER BY valid_from DESC`,
  );
  const changes = rows.map(({ setAt, ...row }) => ({ ...row, setAtUtc: toWireTime(setAt) }));
  const today = utcDay(now);
  const none = { validFrom: null, setBy: null, setAtUtc: null, reason: null };
  const past = changes.filter(({ validFrom }) => validFrom <= today);
  const history = [...past, { percentage: first.percentage, ...none }];
  return {
    merchantId,
    percentage: history[0]?.percentage ?? first.percentage,
    today,
    planned: changes.find(({ validFrom }) => validFrom > today) ?? null,
    history,
    version: version?.version ?? '',
  };
}

export const merchantFeeHandlers: readonly Handler[] = [getMerchantFee, changeMerchantFee, withdrawFeeChange];
