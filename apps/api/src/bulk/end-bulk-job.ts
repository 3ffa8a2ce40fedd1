import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { isJob, type JobName } from './bulk-row.ts';

/**
 * Ends a job before all rows were processed. Waits for a row in progress; the other rows are not done. Returns false
 * when the job had already ended or was never started.
 */
export async function endJob(
  { query }: Queries,
  name: JobName,
  { at, reason }: { at: Date; reason: string },
): Promise<boolean> {
  const ended = await query(
    sql`UPDATE bulk_jobs SET state = 'STOPPED', ended_at = ${at}, end_reason = ${reason}
      WHERE ${isJob(name)} AND state IN ('QUEUED', 'RUNNING') RETURNING bulk_job_id`,
  );
  if (ended.length === 0) return false;
  await query(
    sql`UPDATE bulk_items SET state = 'STOPPED' WHERE merchant_id = ${name.merchantId} AND bulk_job_id = ${name.bulkJobId}
      AND state = 'PLANNED'`,
  );
  return true;
}
