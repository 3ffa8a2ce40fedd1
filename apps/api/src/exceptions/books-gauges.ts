import type { Services } from '#http/services.ts';
import { errorFields } from '#http/telemetry/log.ts';
import { countUnresolved } from './count-unresolved.ts';

/** What operators watch of the books, in Prometheus' text form; nothing while the database is away. */
export async function renderBooksGauges({ database, log }: Pick<Services, 'database' | 'log'>): Promise<string> {
  try {
    return gauge('exceptions_open', 'Exceptions that wait for somebody.', await countUnresolved(database));
  } catch (error) {
    log.error('no gauges of the books', errorFields(error));
    return '';
  }
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
}
