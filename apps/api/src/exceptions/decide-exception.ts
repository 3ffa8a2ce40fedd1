import {
  acceptException as endpoint,
  closeException as closeEndpoint,
  disputeException as disputeEndpoint,
  type ExceptionDetails,
} from '@volume/contract/exceptions/exceptions.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { writeContext } from '#core/write-context.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { bookWhatHappened, type Correctors } from './book-what-happened.ts';
import { type ExceptionRow, readDetails, readException } from './list-exceptions.ts';
import { lockException } from './lock-exception.ts';
import type { ExceptionState } from '@volume/contract/exceptions/labels.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Accepts the provider's version and books it, once per Idempotency-Key, after a step-up (contract §11). */
export function createAcceptException(correctors: Correctors): Handler {
  return handle(endpoint, async (call) => {
    const { params, body, caller, services } = call;
    const seen = await readException(services.database, params.exceptionId);
    const { merchantId, exceptionId } = seen;
    return withIdempotency(call, { endpoint, merchantId }, async (queries) => {
      const context = writeContext(services);
      const moved = await bookWhatHappened({ correctors, queries, context, by: caller.email }, seen);
      const note = body.note ?? null;
      await decideException(queries, seen, { state: 'ACCEPTED', note, by: caller.email, at: context.at });
      const detail = [`${seen.objectKind} ${seen.objectId}: ${moved}`, note].filter(Boolean).join('. ');
      await recordActivity(queries, call, { merchantId, action: 'EXCEPTION_ACCEPTED', subject: exceptionId, detail });
      return readDetails(queries, exceptionId);
    });
  });
}

/** Marks an exception as disputed with the provider; it stays unresolved (contract §11). */
export const disputeException = handle(disputeEndpoint, async (call) =>
  resolve(call, { state: 'DISPUTED', action: 'EXCEPTION_DISPUTED' }),
);

/** Closes an exception with a note; the ledger stays unchanged (contract §11). */
export const closeException = handle(closeEndpoint, async (call) =>
  resolve(call, { state: 'CLOSED', action: 'EXCEPTION_CLOSED' }),
);

type Resolution = { state: 'DISPUTED'; action: 'EXCEPTION_DISPUTED' } | { state: 'CLOSED'; action: 'EXCEPTION_CLOSED' };

async function resolve(call: Call<typeof disputeEndpoint>, { state, action }: Resolution): Promise<ExceptionDetails> {
  const { params, body, caller, services } = call;
  return services.database.transaction(async (queries) => {
    const row = await lockException(queries, await readException(queries, params.exceptionId));
    const { merchantId, exceptionId, objectKind, objectId } = row;
    await decideException(queries, row, { state, note: body.note, by: caller.email, at: services.clock.now() });
    const detail = `${objectKind} ${objectId}. ${body.note}`;
    await recordActivity(queries, call, { merchantId, action, subject: exceptionId, detail });
    return readDetails(queries, exceptionId);
  });
}

interface Decision {
  state: ExceptionState;
  note: string | null;
  by: string;
  at: Date;
}

async function decideException(
  { query, announce }: Queries,
  { merchantId, exceptionId }: Pick<ExceptionRow, 'merchantId' | 'exceptionId'>,
  { state, note, by, at }: Decision,
): Promise<void> {
  await query(
    sql`UPDATE exceptions SET state = ${state}, note = ${note}, decided_by = ${by}, decided_at = ${at}
      WHERE merchant_id = ${merchantId} AND exception_id = ${exceptionId}`,
  );
  announce?.({ kind: 'exceptions', merchantId });
}
