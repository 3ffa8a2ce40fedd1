import {
  exportBulkItems as exportEndpoint,
  getBulkJob as getEndpoint,
  listBulkItems as itemsEndpoint,
  listBulkJobs as endpoint,
  type BulkItem,
  type BulkItemState,
} from '@volume/contract/bulk.ts';
import { csvAmount, csvClock } from '@volume/contract/csv.ts';
import type { Currency } from '@volume/contract/money.ts';
import { toPage } from '@volume/contract/page.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { batchSize, readBatches } from '#core/files.ts';
import { handle, handleStream } from '#core/handler.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import { readJob, readJobRow, readJobRows, toJobs } from './bulk-row.ts';

/** An application's bulk jobs that were started, newest first. */
export const listBulkJobs = handle(endpoint, async ({ params, query: { page, size }, services: { database } }) => {
  const { merchantId, applicationId } = params;
  const where = sql`merchant_id = ${merchantId} AND application_id = ${applicationId} AND queued_at IS NOT NULL`;
  const [total] = await database.query<{ count: number }>(sql`SELECT count(*) AS count FROM bulk_jobs WHERE ${where}`);
  const rows = await readJobRows(
    database,
    sql`${where} ORDER BY queued_at DESC, bulk_job_id DESC LIMIT ${size} OFFSET ${page * size}`,
  );
  return toPage(await toJobs(database, merchantId, rows), { page, size, totalElements: total?.count ?? 0 });
});

export const getBulkJob = handle(getEndpoint, ({ params, services }) => readJob(services.database, params));

/** The rows of a job in their order. */
export const listBulkItems = handle(itemsEndpoint, async ({ params, query, services: { database } }) => {
  const { page, size, state = [] } = query;
  await readJobRow(database, params);
  const ofState = state.length > 0 ? sql` AND state = ANY(${state}::text[])` : sql``;
  const where = sql`merchant_id = ${params.merchantId} AND bulk_job_id = ${params.bulkJobId}${ofState}`;
  const [total] = await database.query<{ count: number }>(sql`SELECT count(*) AS count FROM bulk_items WHERE ${where}`);
  const rows = await readItems(database, sql`${where} ORDER BY place LIMIT ${size} OFFSET ${page * size}`);
  return toPage(rows.map(toItem), { page, size, totalElements: total?.count ?? 0 });
});

interface ItemRow {
  place: number;
  objectId: string;
  state: BulkItemState;
  amount: number | null;
  currency: Currency | null;
  reason: string | null;
  resultId: string | null;
  doneAt: Date | null;
}

const readItems = ({ query }: Queries, where: Sql): Promise<ItemRow[]> =>
  query<ItemRow>(
    sql`SELECT place, object_id AS "objectId", state, amount, currency::text AS currency, reason,
     result_id AS "resultId", done_at AS "doneAt" FROM bulk_items WHERE ${where}`,
  );

const toItem = ({ doneAt, ...row }: ItemRow): BulkItem => ({ ...row, doneAtUtc: doneAt && toWireTime(doneAt) });

/** What became of every row of a job, as CSV. */
export const exportBulkItems = handleStream(exportEndpoint, async ({ params, query, services: { database } }) => {
  const { kind } = await readJobRow(database, params);
  const clock = csvClock(query.zone);
  const own = sql`merchant_id = ${params.merchantId} AND bulk_job_id = ${params.bulkJobId}`;
  return {
    name: 'bulk-job',
    header: [
      kind === 'REFUND' ? 'Payment id' : 'Delivery id',
      'Result',
      'Amount',
      'Currency',
      'Reason',
      'Refund id',
      clock.header('Done'),
    ],
    batches: readBatches(
      (last?: ItemRow) =>
        readItems(database, sql`${own} AND place > ${last?.place ?? -1} ORDER BY place LIMIT ${batchSize}`),
      ({ objectId, state, amount, currency, reason, resultId, doneAt }) => [
        objectId,
        state,
        amount === null ? null : csvAmount(amount),
        currency,
        reason,
        resultId,
        doneAt && clock.time(toWireTime(doneAt)),
      ],
    ),
  };
});
