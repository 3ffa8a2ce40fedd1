import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { sayActor } from '#core/people/people.ts';
import { enqueueMail } from './send-mail.ts';

interface Notice {
  merchantId: string;
  subject: string;
  /** A sentence without its time, which begins with who did it: "ada@shop.example added … as Merchant Admin". Never a user's free text. */
  what: string;
  /** Email address of a user who is notified in another way. */
  except?: string;
}

/**
 * Mails a change of users, addresses, schedules or second factors to every enabled administrator of the merchant, because an
 * attacker may have made it. Pass the queries of the transaction with the change, so that both commit together.
 */
export async function mailAdministrators(
  queries: Queries,
  services: Services,
  { what, ...notice }: Notice,
): Promise<void> {
  const time = `${toWireTime(services.clock.now()).replace('T', ' ').slice(0, 16)} UTC`;
  await mailToAdministrators(queries, services, {
    ...notice,
    paragraphs: [
      `${await sayActor(queries, notice.merchantId, what)} on ${time}.`,
      'If no one on your team should have done this, undo it in the Volume Merchant Portal and contact support.',
    ],
  });
}

type Words = Pick<Notice, 'merchantId' | 'subject' | 'except'> & { paragraphs: readonly string[] };

export async function mailToAdministrators(
  queries: Queries,
  services: Services,
  { merchantId, subject, paragraphs, except }: Words,
): Promise<void> {
  const administrators = await queries.query<{ email: string; name: string | null }>(
    sql`SELECT email, name FROM accounts
     WHERE merchant_id = ${merchantId} AND admin_id IS NULL AND is_enabled AND invitation = 'ACCEPTED'
     AND 'MERCHANT_ADMIN' = ANY(roles)
       AND email IS DISTINCT FROM ${except ?? null} ORDER BY user_account_id`,
  );
  for (const { email, name } of administrators) {
    const greeting = name === null ? 'Hello,' : `Hello ${name},`;
    await enqueueMail(queries, services, { to: email, subject, text: [greeting, ...paragraphs].join('\n\n') });
  }
}
