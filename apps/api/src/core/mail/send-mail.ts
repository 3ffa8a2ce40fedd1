import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Mail, Services } from '#core/services.ts';
import { mailPurpose, sealedUnder, type Vault } from '#core/secrets/vault.ts';

/** Kind of due work that sends a mail. */
export const mailKind = 'MAIL';
/** Kind of due work that confirms a refund to who was mailed the payment's receipt. */
export const refundMailKind = 'REFUND_MAIL';

type Sender = Pick<Services, 'mailer' | 'random' | 'clock' | 'vault' | 'settings'>;

/**
 * Puts a mail on its way in the transaction of what it follows from: sealed until it is sent, tried again for a day. On one's own
 * machine it also stays in the outbox, and without SMTP_URL only there.
 */
export async function enqueueMail({ query }: Queries, sender: Sender, mail: Mail): Promise<void> {
  const mailId = sender.random.uuid();
  const now = sender.clock.now();
  await query(
    sql`INSERT INTO outbox_mail (mail_id, recipient, subject, text, created_at)
      VALUES (${mailId}, ${mail.to}, ${''}, ${await sealMail(sender.vault, mailId, mail)}, ${now})`,
  );
  if (sender.settings.isLocal && !sender.mailer) return;
  await query(
    sql`INSERT INTO due_work (work_id, kind, object_id, due_at)
      VALUES (${sender.random.uuid()}, ${mailKind}, ${mailId}, ${now})`,
  );
}

/** The same, in a transaction of its own. */
export async function sendMail(services: Sender & Pick<Services, 'database'>, mail: Mail): Promise<void> {
  await services.database.transaction((queries) => enqueueMail(queries, services, mail));
}

/** A row of outbox_mail; the text holds subject and text, sealed. */
export interface MailRow {
  mail_id: string;
  recipient: string;
  subject: string;
  text: string;
}
interface Content {
  subject: string;
  text: string;
}

/** Subject and text as one sealed text: codes stand in subjects. */
export function sealMail(vault: Vault, mailId: string, { subject, text }: Content): Promise<string> {
  return vault.seal(JSON.stringify({ subject, text }), mailPurpose(mailId));
}

/** What a row says; one from before mails were sealed as it stands. */
export async function openMail(vault: Vault, { mail_id: mailId, subject, text }: MailRow): Promise<Content> {
  if (sealedUnder(text) === null) return { subject, text };
  return JSON.parse(await vault.open(text, mailPurpose(mailId))) as Content;
}
