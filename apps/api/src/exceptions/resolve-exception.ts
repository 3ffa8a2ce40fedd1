import {
  closeException as closeEndpoint,
  disputeException as disputeEndpoint,
  type ExceptionDetails,
} from '@volume/contract/exceptions.ts';
import { type Call, handle } from '#core/handler.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { decideException } from './decide-exception.ts';
import { lockException } from './lock-exception.ts';
import { readDetails, readException } from './read-exception.ts';

/** Marks an exception as disputed with the provider: it stays unresolved (contract §11). */
export const disputeException = handle(disputeEndpoint, async (call) =>
  resolve(call, { state: 'DISPUTED', action: 'EXCEPTION_DISPUTED' }),
);

/** Closes an exception with a note; the books stay as they are (contract §11). */
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
