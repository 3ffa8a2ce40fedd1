import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Mail, Services } from '#core/services.ts';
import { mailPurpose, sealedUnder, type Vault } from '#core/secrets/vault.ts';

export const mailKind = 'MAIL';
/** Mails of a daily job to many users. They have a separate kind of job, so that a sign-in code does not wait for them. */
export const scheduledMailKind = 'SCHEDULED_MAIL';
export const mailKinds = [mailKind, scheduledMailKind] as const;
/** Kind of the job that mails a refund to recipients of the payment's receipt. */
export const refundMailKind = 'REFUND_MAIL';

type Sender = Pick<Services, 'mailer' | 'random' | 'clock' | 'vault' | 'settings'>;

/**
 * Queues a mail in the given transaction: encrypted until it is sent, retried for a day. In local use it also stays in
 * the outbox, and without SMTP_URL only there.
 */
export async function enqueueMail(
  { query, wakeWorkers }: Queries,
  sender: Sender,
  mail: Mail,
  kind: (typeof mailKinds)[number] = mailKind,
): Promise<void> {
  const mailId = sender.random.uuid();
  const now = sender.clock.now();
  await query(
    sql`INSERT INTO outbox_mail (mail_id, recipient, subject, text, created_at)
      VALUES (${mailId}, ${mail.to}, ${''}, ${await sealMail(sender.vault, mailId, mail)}, ${now})`,
  );
  if (sender.settings.isLocal && !sender.mailer) return;
  await query(
    sql`INSERT INTO due_work (work_id, kind, object_id, due_at)
      VALUES (${sender.random.uuid()}, ${kind}, ${mailId}, ${now})`,
  );
  wakeWorkers?.();
}

export async function sendMail(services: Sender & Pick<Services, 'database'>, mail: Mail): Promise<void> {
  await services.database.transaction((queries) => enqueueMail(queries, services, mail));
}

/** A row of outbox_mail; its text is the encrypted subject and text. */
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

/** Encrypts subject and text together, because subjects contain codes. */
export function sealMail(vault: Vault, mailId: string, { subject, text }: Content): Promise<string> {
  return vault.seal(JSON.stringify({ subject, text }), mailPurpose(mailId));
}

/** Decrypts a row; rows from before encryption are returned unchanged. */
export async function openMail(vault: Vault, { mail_id: mailId, subject, text }: MailRow): Promise<Content> {
  if (sealedUnder(text) === null) return { subject, text };
  return JSON.parse(await vault.open(text, mailPurpose(mailId))) as Content;
}
