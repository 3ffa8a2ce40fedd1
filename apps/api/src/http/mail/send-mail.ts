import type { Mail, Services } from '#http/services.ts';
import { errorFields } from '#http/telemetry/log.ts';

/** Writes a mail to the outbox and, where there is a mailer, sends it without letting the caller wait. */
export async function sendMail({ database, mailer, random, clock, log }: Services, mail: Mail): Promise<void> {
  const id = random.uuid();
  await database.query(
    'insert into outbox_mail (mail_id, recipient, subject, text, created_at) values ($1, $2, $3, $4, $5)',
    [id, mail.to, mail.subject, mail.text, clock.now()],
  );
  if (!mailer) return;
  const sent = mailer.send(mail).then(async () => {
    await database.query('update outbox_mail set sent_at = $2 where mail_id = $1', [id, clock.now()]);
  });
  sent.catch((error: unknown) => log.error('mail not sent', { mailId: id, ...errorFields(error) }));
}
