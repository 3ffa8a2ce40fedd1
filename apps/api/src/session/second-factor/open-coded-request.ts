import type { Services } from '#core/services.ts';
import { emailCodeHash, randomCode } from './email-code.ts';
import { type NewRequest, openRequest } from './one-time-request.ts';

/** Opens a request that a mailed code answers; the caller mails the code, which stands nowhere else. */
export async function openCodedRequest(services: Services, request: NewRequest): Promise<{ id: string; code: string }> {
  const { id, idHash } = await openRequest(services, request);
  const code = randomCode(services.random);
  await services.database.query('update one_time_requests set code_hash = $2, sent_at = $3 where id_hash = $1', [
    idHash,
    await emailCodeHash(services, idHash, code),
    services.clock.now(),
  ]);
  return { id, code };
}
