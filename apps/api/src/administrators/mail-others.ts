import { toWireTime } from '@volume/contract/lists/period.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import type { Services } from '#core/services.ts';
import { sayActor } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

type Sender = Pick<Services, 'mailer' | 'random' | 'clock' | 'vault' | 'settings'>;

interface Notice {
  subject: string;
  /** A sentence without its end: "ada@volume.example disabled tom@volume.example". */
  what: string;
  /** Further sentences; by default what to do if the change was unintended. */
  next?: string;
  /** Account ids of the administrators who know about it. */
  except: readonly (string | null)[];
}

/**
 * Mails a change of administrators to every other enabled administrator of the platform, because an attacker may have made it.
 * Pass the queries of the transaction with the change.
 */
export async function mailOtherAdministrators(
  queries: Queries,
  sender: Sender,
  { subject, what, next, except }: Notice,
): Promise<void> {
  const time = `${toWireTime(sender.clock.now()).replace('T', ' ').slice(0, 16)} UTC`;
  const page = `${sender.settings.portalUrl}/admin/administrators`;
  const advice = next ?? 'If nobody should have done this, act now: the administrators are listed on this page.';
  const done = await sayActor(queries, null, what);
  const others = await queries.query<{ email: string; name: string | null }>(
    sql`SELECT email, name FROM accounts
      WHERE admin_id IS NOT NULL AND merchant_id IS NULL AND is_enabled AND invitation = 'ACCEPTED'
        AND roles && '{VOLUME_ADMIN,VOLUME_ADMIN_READ}'::text[] AND NOT user_account_id = ANY(${knownIds(except)}::uuid[])
      ORDER BY user_account_id`,
  );
  for (const { email, name } of others) {
    const greeting = name === null ? 'Hello,' : `Hello ${name},`;
    await enqueueMail(queries, sender, {
      to: email,
      subject,
      text: [greeting, `${done} on ${time}.`, advice, page].join('\n\n'),
    });
  }
}

const knownIds = (ids: Notice['except']): string[] => ids.filter((id) => id !== null);
