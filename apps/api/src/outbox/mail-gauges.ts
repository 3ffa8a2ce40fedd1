import type { Services } from '#core/services.ts';
import { mailKind } from '#core/mail/send-mail.ts';
import { errorFields } from '#core/log.ts';

/** What operators watch of mail, in Prometheus' text form; nothing while the database is away. */
export async function renderMailGauges({ database, log }: Pick<Services, 'database' | 'log'>): Promise<string> {
  try {
    const [counts] = await database.query<{ waiting: number; given_up: number }>(
      `select (select count(*) from due_work where kind = $1) as waiting,
         (select count(*) from outbox_mail where given_up_at is not null) as given_up`,
      [mailKind],
    );
    return [
      '# HELP mails_waiting Mails that were not taken yet.\n# TYPE mails_waiting gauge\n',
      `mails_waiting ${counts?.waiting ?? 0}\n`,
      '# HELP mails_given_up Mails given up in the last 30 days.\n# TYPE mails_given_up gauge\n',
      `mails_given_up ${counts?.given_up ?? 0}\n`,
    ].join('');
  } catch (error) {
    log.error('no gauges of mail', errorFields(error));
    return '';
  }
}
