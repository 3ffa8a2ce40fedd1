import type { Services } from '#core/services.ts';
import { mailKind, mailKinds, type MailRow, sealMail } from './send-mail.ts';
import { sql } from '#database/sql.ts';

const day = 24 * 3_600_000;
const step = 100;
type Upgraded = Pick<Services, 'database' | 'vault' | 'clock' | 'random'> & { isLocal: boolean };

/**
 * Migrates mails of earlier versions at startup: a deployment deletes those that were sent or waited for more than a
 * day, and encrypts and sends waiting ones that were stored in plain text. In local use all stay in the outbox,
 * encrypted. Returns how many old mails were deleted unsent.
 */
export async function sealWaitingMails(upgraded: Upgraded): Promise<number> {
  const gone = upgraded.isLocal ? 0 : await removeOld(upgraded);
  const { database } = upgraded;
  for (;;) {
    const rows = await database.query<MailRow>(
      `SELECT mail_id, recipient, subject, text FROM outbox_mail
       WHERE given_up_at IS NULL AND text !~ '^v[1-9][0-9]{0,4}[.][A-Za-z0-9_-]{38,}$' LIMIT ${step}`,
    );
    for (const row of rows) await sealOne(upgraded, row);
    if (rows.length < step) return gone;
  }
}

async function removeOld({ database, clock }: Upgraded): Promise<number> {
  await database.query('DELETE FROM outbox_mail WHERE sent_at IS NOT NULL');
  const old = await database.query(
    sql`DELETE FROM outbox_mail m WHERE given_up_at IS NULL AND created_at < ${new Date(clock.now().getTime() - day)}
     AND NOT EXISTS (SELECT 1 FROM due_work WHERE kind = ANY(${[...mailKinds]}::text[]) AND object_id = m.mail_id) RETURNING mail_id`,
  );
  return old.length;
}

async function sealOne({ database, vault, clock, random, isLocal }: Upgraded, row: MailRow): Promise<void> {
  const sealed = await sealMail(vault, row.mail_id, row);
  await database.transaction(async ({ query }) => {
    const changed = await query(
      sql`UPDATE outbox_mail SET text = ${sealed}, subject = '' WHERE mail_id = ${row.mail_id} AND text = ${row.text}
        RETURNING mail_id`,
    );
    if (changed.length === 0 || isLocal) return;
    await query(
      sql`INSERT INTO due_work (work_id, kind, object_id, due_at)
        VALUES (${random.uuid()}, ${mailKind}, ${row.mail_id}, ${clock.now()})`,
    );
  });
}
