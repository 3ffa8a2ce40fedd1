import { mostBulkRows, type NewBulkJob, prepareBulkJob as endpoint } from '@volume/contract/bulk/bulk.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { Problem, wrongField } from '#core/problem.ts';
import { requireMoneyMoves } from '#core/refuse-money.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { BulkAction, BulkActions, PlannedRow } from '#queue/bulk/bulk-action.ts';
import { readJob, readJobRow } from './bulk-row.ts';

/** Rows per batch of a dry run: small enough not to block other users of the embedded database. */
const batchSize = 500;

type Prepare = Call<typeof endpoint>;

/**
 * The dry run of a bulk job (contract §11): predicts the result of each row and stores it, so that exactly what was
 * shown is started. 400 for no or too many rows.
 */
export function createPrepareBulkJob(actions: BulkActions): Handler {
  return handle(endpoint, async (call) => {
    const { params, body, services } = call;
    const { merchantId } = params;
    if (body.kind === 'REFUND') await requireMoneyMoves(services, merchantId);
    await services.rateLimits.spend({
      key: `bulk-prepare:${merchantId}`,
      most: 30,
      seconds: 60,
      message: 'Too many bulk jobs were prepared in this minute. Nothing was changed; try again in a minute.',
    });
    const action = actions[body.kind];
    const ids = await findRows(call, action);
    const bulkJobId = await writeDraft(call);
    const spent = new Map<number, number>();
    for (let place = 0; place < ids.length; place += batchSize) {
      const rows = await action.plan(services, params, ids.slice(place, place + batchSize), spent);
      await writeRows(services.database, { merchantId, bulkJobId, place }, rows);
    }
    return readJob(services.database, { ...params, bulkJobId });
  });
}

/** The distinct ids that the body selects. @throws Problem 400 for none or too many */
async function findRows({ params, body, services: { database } }: Prepare, action: BulkAction): Promise<string[]> {
  const ids =
    'ids' in body
      ? [...new Set(body.ids)]
      : 'notDoneOf' in body
        ? await findNotDone(database, { ...params, kind: body.kind, bulkJobId: body.notDoneOf })
        : await action.find(database, params, body, mostBulkRows + 1);
  if (ids === null || ids.length === 0)
    throw new Problem(400, 'There are no rows to do this with. Nothing was changed.', { code: 'NO_ROWS' });
  if (ids.length > mostBulkRows) {
    throw new Problem(400, 'At most 10,000 rows can be done at once. Narrow the filters; nothing was changed.', {
      code: 'TOO_MANY_ROWS',
    });
  }
  return ids;
}

interface Earlier {
  merchantId: string;
  applicationId: string;
  bulkJobId: string;
  kind: NewBulkJob['kind'];
}

async function findNotDone(queries: Queries, { kind, ...name }: Earlier): Promise<string[]> {
  const earlier = await readJobRow(queries, name);
  if (earlier.kind !== kind) throw wrongField('kind', 'must be that of the earlier job');
  if (earlier.endedAt === null)
    throw new Problem(409, 'The earlier job is still running. Nothing was changed.', { code: 'BULK_JOB_RUNNING' });
  const rows = await queries.query<{ id: string }>(
    sql`SELECT object_id AS id FROM bulk_items WHERE merchant_id = ${name.merchantId} AND bulk_job_id = ${name.bulkJobId}
      AND state IN ('FAILED', 'STOPPED') ORDER BY place`,
  );
  return rows.map(({ id }) => id);
}

async function writeDraft({ params, body, caller, services }: Prepare): Promise<string> {
  const { at, newId } = writeContext(services);
  const bulkJobId = newId();
  await services.database.query(
    sql`INSERT INTO bulk_jobs (merchant_id, bulk_job_id, application_id, kind, state, user_account_id, created_by, created_at)
     VALUES (${params.merchantId}, ${bulkJobId}, ${params.applicationId}, ${body.kind}, 'PREPARED', ${caller.userAccountId},
     ${caller.email}, ${at})`,
  );
  return bulkJobId;
}

interface Rows {
  merchantId: string;
  bulkJobId: string;
  /** Place of the first row. */
  place: number;
}

async function writeRows({ query }: Queries, at: Rows, rows: readonly PlannedRow[]): Promise<void> {
  const values = rows.map((row, index) => ({
    place: at.place + index,
    object_id: row.objectId,
    state: row.isExcluded ? 'EXCLUDED' : 'PLANNED',
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
  }));
  await query(
    sql`INSERT INTO bulk_items (merchant_id, bulk_job_id, place, object_id, state, amount, currency, reason)
     SELECT ${at.merchantId}::uuid, ${at.bulkJobId}::uuid, r.place, r.object_id, r.state, r.amount, r.currency, r.reason
     FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
       AS r(place integer, object_id uuid, state text, amount bigint, currency currency, reason text)`,
  );
}

/** Milliseconds within which a dry run can be started. */
export const lifeOfDraft = 3_600_000;
