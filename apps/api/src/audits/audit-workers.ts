import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { auditRule, ruleNames } from '#ledger/audit.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { type DailyWork, type DueWork, nextDay, type Worker } from '#queue/worker.ts';
import { sql } from '#database/sql.ts';

/** At night, after the reconciliation. */
export const dailyAudit: DailyWork = {
  kind: 'AUDIT_BOOKS',
  workId: '00000000-0000-7000-8000-00000000a0d1',
  hourUtc: 3,
};

const mostTries = 3;

/** The nightly audit: every ledger rule is a separate job, one at a time. A violation is logged as an error. */
export const auditWorkers: readonly Worker[] = [
  { kind: 'AUDIT_BOOKS', mostFailures: Infinity, run: (services) => enqueueRules(services) },
  { kind: 'AUDIT_RULE', atOnce: 1, run: (services, work) => checkRule(services, work) },
];

async function enqueueRules(services: Services): Promise<{ againAt: Date }> {
  const { at, newId } = writeContext(services);
  await services.database.transaction(async (queries) => {
    for (const rule of ruleNames) {
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

/** A rule that exceeds the statement timeout is left to `npm run admin -- audit`. */
async function checkRule({ database, clock, log }: Services, { payload, attempts }: DueWork): Promise<void> {
  const rule = String(payload['rule']);
  const finding = await auditRule(database, rule).catch((error: unknown) => {
    if (attempts < mostTries) throw error;
    log.error('the books could not be audited', { rule, error: String(error) });
    return 'unknown' as const;
  });
  if (finding === 'unknown') return;
  const { count = 0, examples = [] } = finding ?? {};
  await database.query(
    sql`INSERT INTO book_audits AS b (rule, at, count, examples)
      VALUES (${rule}, ${clock.now()}, ${count}, ${JSON.stringify(examples)}::jsonb)
     ON CONFLICT (rule) DO UPDATE SET at = excluded.at, count = excluded.count, examples = excluded.examples`,
  );
  if (finding) log.error('the books do not hold', { rule, count, examples });
}
