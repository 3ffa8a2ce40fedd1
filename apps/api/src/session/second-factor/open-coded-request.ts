import type { Services } from '#core/services.ts';
import { emailCodeHash, randomCode } from './email-code.ts';
import { type NewRequest, openRequest } from './one-time-request.ts';
import { sql } from '#database/sql.ts';

/** Opens a request that a mailed code answers; the caller mails the code, which stands nowhere else. */
export async function openCodedRequest(services: Services, request: NewRequest): Promise<{ id: string; code: string }> {
  const { id, idHash } = await openRequest(services, request);
  const code = randomCode(services.random);
  await services.database.query(
    sql`UPDATE one_time_requests SET code_hash = ${await emailCodeHash(services, idHash, code)},
      sent_at = ${services.clock.now()} WHERE id_hash = ${idHash}`,
  );
  return { id, code };
}
