import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { isTooSlow } from '#database/database.ts';
import { auditRule, type Finding, ruleNames } from '#ledger/audit.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { type Again, type DailyWork, type DueWork, nextDay, type Worker } from '#queue/worker.ts';
import { sql } from '#database/sql.ts';

/** At night, after the reconciliation. */
export const dailyAudit: DailyWork = {
  kind: 'AUDIT_BOOKS',
  workId: '00000000-0000-7000-8000-00000000a0d1',
  hourUtc: 3,
};

/** The nightly audit: every ledger rule is a separate job, one at a time. A violation is logged as an error. */
export const auditWorkers: readonly Worker[] = [
  { kind: 'AUDIT_BOOKS', mostFailures: Infinity, run: (services) => enqueueRules(services) },
  { kind: 'AUDIT_RULE', concurrency: 1, run: (services, work) => checkRule(services, work) },
];

/** A rule whose check was interrupted continues from the night before; one that became a dead letter starts again. */
async function enqueueRules(services: Services): Promise<{ againAt: Date }> {
  const { at, newId } = writeContext(services);
  await services.database.transaction(async (queries) => {
    await queries.query(sql`DELETE FROM due_work WHERE kind = 'AUDIT_RULE' AND dead_at IS NOT NULL`);
    const waiting = await queries.query<{ rule: string }>(
      sql`SELECT payload ->> 'rule' AS rule FROM due_work WHERE kind = 'AUDIT_RULE'`,
    );
    for (const rule of ruleNames.filter((name) => !waiting.some((each) => each.rule === name))) {
      await enqueueWork(queries, newId, {
        kind: 'AUDIT_RULE',
        merchantId: null,
        objectId: null,
        dueAt: at,
        payload: { rule },
      });
    }
  });
  return { againAt: nextDay(at, dailyAudit.hourUtc) };
}

/** How far a rule has been checked: stored in its job, which checks one span of merchants after another. */
interface Progress {
  rule: string;
  /** The last merchant that was checked. */
  after: string;
  /** Merchants in the next span. */
  size: number;
  count: number;
  examples: Finding['examples'];
  /** Merchants for which the rule takes longer than the timeout of a statement. */
  unfinished: number;
}

const nobody = '00000000-0000-0000-0000-000000000000';
const everybody = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const begin = { after: nobody, size: 1, count: 0, examples: [], unfinished: 0 };

/** Milliseconds after which a job returns to the queue and is claimed again, so that a process that stops waits for one statement at most. */
const longestTurn = 5_000;

async function checkRule(services: Services, { payload }: DueWork): Promise<void | Again> {
  let progress: Progress = { ...begin, ...(payload as { rule: string }) };
  const until = performance.now() + longestTurn;
  while (progress.after !== everybody) {
    if (performance.now() > until) return { againAt: services.clock.now(), payload: { ...progress } };
    progress = await checkSpan(services, progress);
  }
  await writeResult(services, progress);
}

/** Checks as many merchants as take about a second, or a single one. */
async function checkSpan({ database, auditDatabase = database, log }: Services, progress: Progress): Promise<Progress> {
  const { rule, after, size } = progress;
  const merchants = await database.query<{ id: string }>(
    sql`SELECT merchant_id AS id FROM merchants WHERE merchant_id > ${after}::uuid ORDER BY merchant_id LIMIT ${size}::integer`,
  );
  // Rows that belong to no merchant would be a fault too, so the last span ends with the last possible id.
  const upTo = (merchants.length === size && merchants.at(-1)?.id) || everybody;
  const begun = performance.now();
  try {
    const finding = await auditRule(auditDatabase, rule, { after, upTo });
    const took = performance.now() - begun;
    return {
      ...progress,
      after: upTo,
      size: took < 500 ? Math.min(1_000, size * 2) : took > 2_000 ? Math.ceil(size / 2) : size,
      count: progress.count + (finding?.count ?? 0),
      examples: [...progress.examples, ...(finding?.examples ?? [])].slice(0, 5),
    };
  } catch (error) {
    if (!isTooSlow(error)) throw error;
    if (size > 1) return { ...progress, size: Math.ceil(size / 10) };
    log.error('a rule of the books did not end', { rule, merchantId: upTo });
    return { ...progress, after: upTo, unfinished: progress.unfinished + 1 };
  }
}

async function writeResult({ database, clock, log }: Services, progress: Progress): Promise<void> {
  const { rule, count, examples, unfinished } = progress;
  await database.query(
    sql`INSERT INTO book_audits AS b (rule, at, count, examples, unfinished)
      VALUES (${rule}, ${clock.now()}, ${count}, ${JSON.stringify(examples)}::jsonb, ${unfinished})
     ON CONFLICT (rule) DO UPDATE SET at = excluded.at, count = excluded.count, examples = excluded.examples,
       unfinished = excluded.unfinished`,
  );
  if (count > 0) log.error('the books do not hold', { rule, count, examples });
}
