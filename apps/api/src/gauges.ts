import { countUnresolved } from '#exceptions/list-exceptions.ts';
import { errorFields } from '#core/log.ts';
import type { Services } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Replica } from '#database/replica/replica.ts';
import { renderMailGauges } from '#outbox/mail-worker.ts';
import { renderQueueGauges } from '#queue/queue-gauges.ts';
import { renderRecordGauges } from '#records/keep-records.ts';
import { dailyWork, dailyWorkOf, workersOf } from './workers.ts';

type Watched = Pick<Services, 'database' | 'clock' | 'log' | 'changes' | 'settings'> & {
  replica: Replica | null;
  exportDatabase?: Database | undefined;
};

export async function renderGauges({ replica, exportDatabase, ...services }: Watched): Promise<string> {
  // Read before the gauges themselves take connections.
  const pools = renderPools({ calls: services.database, exports: exportDatabase });
  const { settings } = services;
  const kinds = workersOf(settings).map(({ kind }) => kind);
  const ours = dailyWorkOf(settings);
  const idle = dailyWork.filter((daily) => !ours.includes(daily)).map(({ kind }) => kind);
  const parts = [
    renderBooksGauges(services),
    renderMailGauges(services),
    renderQueueGauges(services, kinds, idle),
    renderRecordGauges(services),
  ];
  const read = await Promise.all(parts.map(inTime));
  return [pools, replica?.render() ?? '', services.changes?.render() ?? '', ...read].join('');
}

/** Milliseconds, less than the ten seconds that Prometheus waits: the metrics of the process do not wait for a database that hangs. */
const patience = 8_000;

async function inTime(part: Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => (timer = setTimeout(() => resolve(''), patience)));
  try {
    return await Promise.race([part, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Connections to PostgreSQL of this process; empty for the embedded database. */
function renderPools(databases: Record<string, Database | undefined>): string {
  const pools = Object.entries(databases).flatMap(([name, database]) => {
    const state = database?.pool?.();
    return state ? [{ name, ...state }] : [];
  });
  if (pools.length === 0) return '';
  const name = 'database_pool';
  const lines = pools.map(
    ({ name: pool, used, idle, waiting }) =>
      `${name}{pool="${pool}",state="used"} ${used}\n${name}{pool="${pool}",state="idle"} ${idle}\n` +
      `${name}{pool="${pool}",state="waiting"} ${waiting}\n`,
  );
  return `# HELP ${name} Connections in use and idle, and callers that wait for one.\n# TYPE ${name} gauge\n${lines.join('')}`;
}

/** Gauges of the ledger for operators in Prometheus text format; empty while the database is unavailable. */
async function renderBooksGauges({ database, log }: Pick<Services, 'database' | 'log'>): Promise<string> {
  try {
    const [audited] = await database.query<{ faults: number; unfinished: number; at: number | null }>(
      sql`SELECT coalesce(sum(count), 0)::bigint AS faults, coalesce(sum(unfinished), 0)::bigint AS unfinished,
        floor(extract(epoch FROM min(at)))::bigint AS at FROM book_audits`,
    );
    return [
      gauge('exceptions_open', 'Exceptions that wait for a decision.', await countUnresolved(database)),
      gauge('books_faults', 'Rows that broke a rule of the books when it was last checked.', audited?.faults ?? 0),
      gauge('books_unfinished', 'Checks of a merchant by a rule that took too long.', audited?.unfinished ?? 0),
      // Left out before the first audit: a missing time would look like a very old one.
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
