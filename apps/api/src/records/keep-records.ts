import { type KeepSettings, type Rule } from '#core/records/retention-rule.ts';
import { rules } from '#core/records/retention.ts';
import { errorFields } from '#core/log.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import type { DailyWork, Worker } from '#queue/worker.ts';

/** Begins at night and then runs every hour: each run deletes little. */
export const dailyKeeping: DailyWork = {
  kind: 'KEEP_RECORDS',
  workId: '00000000-0000-7000-8000-0000005a7e04',
  hourUtc: 4,
};

const hour = 3_600_000;
/** Rows for one statement, which locks them only for milliseconds. The embedded database shares its thread with calls. */
const batchOf = { postgres: 500, pglite: 100 } as const;
/** Milliseconds after which the job goes back to the queue, so that a server that stops waits only that long. */
const longestRun = 10_000;

/** Deletes the records that are older than retention.ts allows, in small steps with pauses for other work. */
export const keepingWorker: Worker = {
  kind: dailyKeeping.kind,
  concurrency: 1,
  mostFailures: Infinity,
  run: async (services) => {
    const isDone = await keepRecords(services);
    return { againAt: new Date(services.clock.now().getTime() + (isDone ? hour : 0)) };
  },
};

type Keeping = Pick<Services, 'database' | 'clock' | 'settings' | 'log'>;

/**
 * Applies each rule until no row is too old. Returns false when its time ran out first. A rule that fails does not keep the
 * others from running. Any number of instances can run it: rows that another one holds are skipped.
 */
export async function keepRecords(services: Keeping, longest = longestRun): Promise<boolean> {
  const end = performance.now() + longest;
  const failures: unknown[] = [];
  let isDone = true;
  for (const rule of rules) {
    try {
      isDone = (await applyRule(services, rule, end)) && isDone;
    } catch (error) {
      services.log.error('old records not deleted', { rule: rule.name, ...errorFields(error) });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return isDone;
}

/** Every rule takes at least one step, so that one with many rows does not delay the others. */
async function applyRule({ database, clock, settings }: Keeping, rule: Rule, end: number): Promise<boolean> {
  const before = keptSince(rule, settings.keep, clock.now());
  const batch = batchOf[database.kind];
  let from: Date | null = null;
  let isDone = false;
  for (let isFirst = true; !isDone && (isFirst || performance.now() < end); isFirst = false) {
    const found = await findOld(database, rule, { from, before, batch });
    const removed = await removeOld(database, rule, found);
    await note(database, rule, removed, clock.now());
    from = found.at(-1)?.at ?? null;
    // Nothing removed: another instance is removing these rows.
    isDone = found.length < batch || removed === 0;
  }
  if (isDone) await noteOldest(database, rule);
  return isDone;
}

interface OldRow {
  merchantId: string | null;
  key: string;
  at: Date;
}

interface Search {
  from: Date | null;
  before: Date;
  batch: number;
}

/** By their time, from the last row of the step before, so that no step reads again what was deleted before it. */
function findOld({ query }: Queries, rule: Rule, { from, before, batch }: Search): Promise<OldRow[]> {
  const { by, key, table, isOfMerchants, only = 'TRUE' } = rule;
  const merchant = raw(isOfMerchants ? 'merchant_id' : 'NULL::uuid');
  const since = from === null ? sql`` : sql`AND ${raw(by)} >= ${from}`;
  return query<OldRow>(
    sql`SELECT ${merchant} AS "merchantId", ${raw(key)}::text AS key, ${raw(by)} AS at FROM ${raw(table)}
      WHERE ${raw(by)} < ${before} AND ${raw(only)} ${since} ORDER BY ${raw(by)} LIMIT ${batch}`,
  );
}

/**
 * One statement for each merchant, because a distributed database locks rows only when the merchant is named. The conditions are
 * checked again, because a row can have changed since it was found.
 */
async function removeOld({ query }: Queries, rule: Rule, found: readonly OldRow[]): Promise<number> {
  const keysOf = new Map<string | null, string[]>();
  for (const { merchantId, key } of found) keysOf.set(merchantId, [...(keysOf.get(merchantId) ?? []), key]);
  let removed = 0;
  for (const [merchantId, keys] of keysOf) {
    const from = found[0]?.at ?? null;
    const to = found.at(-1)?.at ?? null;
    const [row] = await query<{ count: number }>(removal(rule, { from, to, merchantId, keys: [...new Set(keys)] }));
    removed += row?.count ?? 0;
  }
  return removed;
}

interface Removal {
  /** The times of the first and last row: they find the rows where the key is not the beginning of an index. */
  from: Date | null;
  to: Date | null;
  merchantId: string | null;
  keys: readonly string[];
}

function removal(rule: Rule, { from, to, merchantId, keys }: Removal): Sql {
  const [table, key] = [raw(rule.table), raw(rule.key)];
  const ofMerchant = merchantId === null ? sql`` : sql`merchant_id = ${merchantId}::uuid AND`;
  const old = sql`${ofMerchant} ${raw(rule.by)} BETWEEN ${from} AND ${to} AND ${raw(rule.only ?? 'TRUE')}`;
  const free = sql`${key} IN (SELECT ${key} FROM ${table}
    WHERE ${old} AND ${key} = ANY(${keys}::${raw(rule.keyType)}[]) FOR UPDATE SKIP LOCKED)`;
  const change = rule.set === undefined ? sql`DELETE FROM ${table}` : sql`UPDATE ${table} SET ${raw(rule.set)}`;
  const gone = sql`gone AS (${change} WHERE ${old} AND ${free} RETURNING ${key} AS key)`;
  if (rule.with === undefined) return sql`WITH ${gone} SELECT count(*) AS count FROM gone`;
  return sql`WITH ${gone}, parts AS (DELETE FROM ${raw(rule.with)} WHERE ${ofMerchant} ${key} IN (SELECT key FROM gone))
    SELECT count(*) AS count FROM gone`;
}

async function note({ query }: Queries, { name }: Rule, removed: number, at: Date): Promise<void> {
  await query(
    sql`INSERT INTO retention_runs AS r (rule, ran_at, removed) VALUES (${name}, ${at}, ${removed})
      ON CONFLICT (rule) DO UPDATE SET ran_at = excluded.ran_at, removed = r.removed + excluded.removed`,
  );
}

/** The oldest remaining row, from which the metrics compute how far behind the job is. */
async function noteOldest({ query }: Queries, { name, by, table, only = 'TRUE' }: Rule): Promise<void> {
  const [left] = await query<{ oldest: Date }>(
    sql`SELECT ${raw(by)} AS oldest FROM ${raw(table)} WHERE ${raw(only)} ORDER BY ${raw(by)} LIMIT 1`,
  );
  await query(sql`UPDATE retention_runs SET oldest_at = ${left?.oldest ?? null} WHERE rule = ${name}`);
}

interface Noted {
  name: string;
  removed: number;
  oldest: Date | null;
}

/** Metrics for operators in Prometheus text format, with a zero for each rule that has not run; empty without a database. */
export async function renderRecordGauges({ database, clock, settings, log }: Keeping): Promise<string> {
  try {
    const rows = await database.query<Noted>(
      sql`SELECT rule AS name, removed, oldest_at AS oldest FROM retention_runs`,
    );
    const noted = new Map(rows.map((row) => [row.name, row]));
    const now = clock.now();
    const overdue = (rule: Rule) => {
      const oldest = noted.get(rule.name)?.oldest;
      const late = oldest ? keptSince(rule, settings.keep, now).getTime() - oldest.getTime() : 0;
      return Math.max(0, Math.floor(late / 1000));
    };
    const lines = (name: string, of: (rule: Rule) => number) =>
      rules.map((rule) => `${name}{rule="${rule.name}"} ${of(rule)}\n`).join('');
    return [
      '# HELP records_removed_total Old records that were deleted or erased.\n# TYPE records_removed_total counter\n',
      lines('records_removed_total', ({ name }) => noted.get(name)?.removed ?? 0),
      '# HELP records_overdue_seconds How long the oldest record is kept beyond its time.\n',
      '# TYPE records_overdue_seconds gauge\n',
      lines('records_overdue_seconds', overdue),
    ].join('');
  } catch (error) {
    log.error('no gauges of records', errorFields(error));
    return '';
  }
}

const day = 86_400_000;

/** Rows with an earlier time are deleted. */
const keptSince = ({ days }: Rule, keep: KeepSettings, now: Date): Date =>
  new Date(now.getTime() - (typeof days === 'number' ? days : keep[days]) * day);
