import type { Services } from '#core/services.ts';
import { type MailRow, sealMail } from './sealed-mail.ts';
import { mailKind } from './send-mail.ts';

const day = 24 * 3_600_000;
const step = 100;
type Upgraded = Pick<Services, 'database' | 'vault' | 'clock' | 'random'> & { isLocal: boolean };

/**
 * Brings mails of former versions into order at start: a deployment stores none that was sent or waited for more than a day, and what waits
 * in clear is sealed and sent. On one's own machine all stay in the outbox, sealed. Answers how many old ones were never sent and are gone.
 */
export async function sealWaitingMails(upgraded: Upgraded): Promise<number> {
  const gone = upgraded.isLocal ? 0 : await removeOld(upgraded);
  const { database } = upgraded;
  for (;;) {
    const rows = await database.query<MailRow>(
      `select mail_id, recipient, subject, text from outbox_mail
       where given_up_at is null and text !~ '^v[1-9][0-9]{0,4}[.][A-Za-z0-9_-]{38,}$' limit ${step}`,
    );
    for (const row of rows) await sealOne(upgraded, row);
    if (rows.length < step) return gone;
  }
}

async function removeOld({ database, clock }: Upgraded): Promise<number> {
  await database.query('delete from outbox_mail where sent_at is not null');
  const old = await database.query(
    `delete from outbox_mail m where given_up_at is null and created_at < $1
     and not exists (select 1 from due_work where kind = '${mailKind}' and object_id = m.mail_id) returning mail_id`,
    [new Date(clock.now().getTime() - day)],
  );
  return old.length;
}

async function sealOne({ database, vault, clock, random, isLocal }: Upgraded, row: MailRow): Promise<void> {
  const sealed = await sealMail(vault, row.mail_id, row);
  await database.transaction(async ({ query }) => {
    const changed = await query(
      `update outbox_mail set text = $3, subject = '' where mail_id = $1 and text = $2 returning mail_id`,
      [row.mail_id, row.text, sealed],
    );
    if (changed.length === 0 || isLocal) return;
    await query('insert into due_work (work_id, kind, object_id, due_at) values ($1, $2, $3, $4)', [
      random.uuid(),
      mailKind,
      row.mail_id,
      clock.now(),
    ]);
  });
}
