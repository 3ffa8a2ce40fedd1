import { errorFields } from '#core/log.ts';
import type { Services } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Consecutive failures from which a job is shown as failing: a quarter of an hour. */
const manyFailures = 10;

/**
 * Gauges of jobs for operators in Prometheus text format, with a zero for each known kind without such jobs; empty while
 * the database is unavailable. Due jobs of an idle kind are not counted: they wait for settings that give them a worker.
 */
export async function renderQueueGauges(
  { database, log }: Pick<Services, 'database' | 'log'>,
  kinds: readonly string[],
  idle: readonly string[],
): Promise<string> {
  try {
    const [due, failed] = await Promise.all([readOldest(database), readFailed(database)]);
    const oldest = due.filter(({ kind }) => !idle.includes(kind));
    const of = (what: 'failing' | 'dead') => failed.map((row) => ({ kind: row.kind, value: row[what] }));
    const gauge = (name: string, help: string, rows: readonly Row[]) => gaugeByKind({ name, help, kinds }, rows);
    return [
      gauge('due_work_oldest_seconds', 'Age of the oldest due job that no instance has claimed.', oldest),
      gauge('due_work_failing', `Jobs that failed ${manyFailures} times in a row and are retried.`, of('failing')),
      gauge('due_work_dead', 'Jobs that failed too often and wait for an operator.', of('dead')),
    ].join('');
  } catch (error) {
    log.error('no gauges of due work', errorFields(error));
    return '';
  }
}

const readOldest = ({ query }: Database) =>
  query<{ kind: string; value: number }>(
    sql`SELECT kind, floor(extract(epoch FROM now() - min(due_at)))::bigint AS value FROM due_work
      WHERE due_at < now() AND (claimed_until IS NULL OR claimed_until < now()) GROUP BY kind ORDER BY kind`,
  );

const readFailed = ({ query }: Database) =>
  query<{ kind: string; failing: number; dead: number }>(
    sql`SELECT kind, count(*) FILTER (WHERE dead_at IS NULL AND failures >= ${manyFailures}) AS failing, count(dead_at) AS dead
      FROM due_work WHERE failures > 0 GROUP BY kind ORDER BY kind`,
  );

interface Row {
  kind: string;
  value: number;
}

function gaugeByKind(
  { name, help, kinds }: { name: string; help: string; kinds: readonly string[] },
  rows: readonly Row[],
): string {
  const values = new Map([
    ...kinds.map((kind) => [kind, 0] as const),
    ...rows.map(({ kind, value }) => [kind, value] as const),
  ]);
  const lines = [...values].map(([kind, value]) => `${name}{kind="${kind}"} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}
