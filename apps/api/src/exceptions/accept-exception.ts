import { acceptException as endpoint } from '@volume/contract/exceptions.ts';
import { type Handler, handle } from '#core/handler.ts';
import { answerOnce } from '#core/idempotency/answer-once.ts';
import { writeContext } from '#core/write-context.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { bookWhatHappened, type Correctors } from './book-what-happened.ts';
import { decideException } from './decide-exception.ts';
import { readDetails, readException } from './read-exception.ts';

/** Accepts what the provider says and books it, once per Idempotency-Key, after a step-up (contract §11). */
export function createAcceptException(correctors: Correctors): Handler {
  return handle(endpoint, async (call) => {
    const { params, body, caller, services } = call;
    const seen = await readException(services.database, params.exceptionId);
    await requireStepUp(call);
    const { merchantId, exceptionId } = seen;
    return answerOnce(call, { endpoint, merchantId }, async (queries) => {
      const context = writeContext(services);
      const moved = await bookWhatHappened({ correctors, queries, context, by: caller.email }, seen);
      const note = body.note ?? null;
      await decideException(queries, seen, { state: 'ACCEPTED', note, by: caller.email, at: context.at });
      const detail = [`${seen.objectKind} ${seen.objectId}: ${moved}`, note].filter(Boolean).join('. ');
      await recordActivity(queries, call, { merchantId, action: 'EXCEPTION_ACCEPTED', subject: exceptionId, detail });
      return { answer: await readDetails(queries, exceptionId) };
    });
  });
}
