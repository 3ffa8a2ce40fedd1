import { MailRefused, type Services } from '#core/services.ts';
import { mailKinds, type MailRow, openMail } from '#core/mail/send-mail.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { sql } from '#database/sql.ts';
import { errorFields } from '#core/log.ts';

const patienceMs = 24 * 3_600_000;

type Row = MailRow & { created_at: Date; given_up_at: Date | null; sent_at: Date | null };

/** Sends at least once, then deletes the mail; the local outbox keeps it. Gives up when the server refuses it for good, or after `patienceMs`. */
export const mailWorkers: readonly Worker[] = mailKinds.map((kind) => ({
  kind,
  concurrency: 4,
  mostFailures: Infinity,
  run: sendOne,
}));

async function sendOne(services: Services, work: DueWork): Promise<void> {
  const { database, clock, mailer, vault, settings } = services;
  const [mail] = await database.query<Row>(sql`SELECT * FROM outbox_mail WHERE mail_id = ${work.objectId}`);
  if (!mail || mail.sent_at !== null || mail.given_up_at !== null) return;
  if (clock.now().getTime() - mail.created_at.getTime() >= patienceMs) return giveUp(services, work, mail);
  if (!mailer) throw new Error('There is no SMTP_URL: the mail waits.');
  try {
    await mailer.send({ to: mail.recipient, ...(await openMail(vault, mail)) });
  } catch (error) {
    const reason = withoutAddresses(error);
    if (error instanceof MailRefused) return giveUp(services, work, mail, reason);
    throw new Error(`The mail was not taken: ${reason}`);
  }
  await (settings.isLocal
    ? database.query(sql`UPDATE outbox_mail SET sent_at = ${clock.now()} WHERE mail_id = ${mail.mail_id}`)
    : database.query(sql`DELETE FROM outbox_mail WHERE mail_id = ${mail.mail_id}`));
}

/** The text is deleted; the row stays (core/records/retention.ts), because an alert counts these rows. */
async function giveUp(
  { database, clock, log }: Services,
  { attempts }: DueWork,
  { mail_id: mailId }: Row,
  reason?: string,
) {
  const now = clock.now();
  await database.query(
    sql`UPDATE outbox_mail SET given_up_at = ${now}, text = '', subject = '' WHERE mail_id = ${mailId}`,
  );
  log.error('mail given up', { mailId, attempts, reason });
}

/** Mail servers repeat the recipient's address in errors; keep it out of the log. */
function withoutAddresses(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '…');
}

/** Gauges for operators in Prometheus text format; empty while the database is unavailable. */
export async function renderMailGauges({ database, log }: Pick<Services, 'database' | 'log'>): Promise<string> {
  try {
    const [counts] = await database.query<{ waiting: number; oldest: number; given_up: number }>(
      sql`SELECT count(*) AS waiting, coalesce(floor(extract(epoch FROM now() - min(m.created_at))), 0)::bigint AS oldest,
         (SELECT count(*) FROM outbox_mail WHERE given_up_at IS NOT NULL) AS given_up
       FROM due_work AS w LEFT JOIN outbox_mail AS m ON m.mail_id = w.object_id WHERE w.kind = ANY(${[...mailKinds]}::text[])`,
    );
    return [
      '# HELP mails_waiting Mails that were not taken yet.\n# TYPE mails_waiting gauge\n',
      `mails_waiting ${counts?.waiting ?? 0}\n`,
      '# HELP mails_oldest_seconds Age of the oldest mail that was not taken yet.\n# TYPE mails_oldest_seconds gauge\n',
      `mails_oldest_seconds ${counts?.oldest ?? 0}\n`,
      '# HELP mails_given_up Mails given up in the last 30 days.\n# TYPE mails_given_up gauge\n',
      `mails_given_up ${counts?.given_up ?? 0}\n`,
    ].join('');
  } catch (error) {
    log.error('no gauges of mail', errorFields(error));
    return '';
  }
}
