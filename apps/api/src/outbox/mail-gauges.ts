import type { Services } from '#core/services.ts';
import { mailKind } from '#core/mail/send-mail.ts';
import { errorFields } from '#core/log.ts';
import { sql } from '#database/sql.ts';

/** What operators watch of mail, in Prometheus' text form; nothing while the database is away. */
export async function renderMailGauges({ database, log }: Pick<Services, 'database' | 'log'>): Promise<string> {
  try {
    const [counts] = await database.query<{ waiting: number; given_up: number }>(
      sql`SELECT (SELECT count(*) FROM due_work WHERE kind = ${mailKind}) AS waiting,
         (SELECT count(*) FROM outbox_mail WHERE given_up_at IS NOT NULL) AS given_up`,
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
