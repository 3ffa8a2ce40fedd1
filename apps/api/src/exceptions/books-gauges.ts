import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { countUnresolved } from './count-unresolved.ts';

/** What operators watch of the books, in Prometheus' text form; nothing while the database is away. */
export async function renderBooksGauges({ database, log }: Pick<Services, 'database' | 'log'>): Promise<string> {
  try {
    const [audited] = await database.query<{ faults: number; at: number | null }>(
      'SELECT coalesce(sum(count), 0)::bigint AS faults, floor(extract(epoch FROM min(at)))::bigint AS at FROM book_audits',
    );
    return [
      gauge('exceptions_open', 'Exceptions that wait for somebody.', await countUnresolved(database)),
      gauge('books_faults', 'Rows that broke a rule of the books when it was last checked.', audited?.faults ?? 0),
      // Nothing before the first round: no time is not a long time ago.
      audited?.at == null ? '' : gauge('books_audited_timestamp_seconds', 'Oldest check of a rule.', audited.at),
    ].join('');
  } catch (error) {
    log.error('no gauges of the books', errorFields(error));
    return '';
  }
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
}
