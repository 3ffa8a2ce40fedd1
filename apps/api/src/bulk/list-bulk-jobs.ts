import {
  exportBulkItems as exportEndpoint,
  getBulkJob as getEndpoint,
  listBulkItems as itemsEndpoint,
  listBulkJobs as endpoint,
  type BulkItem,
  type BulkJob,
  type BulkItemState,
} from '@volume/contract/bulk/bulk.ts';
import { csvAmount, type CsvClock, csvClock } from '@volume/contract/lists/csv.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type CsvTable, openTable } from '#core/files.ts';
import { readGrowingPage } from '#core/growing-list.ts';
import { handle, handleStream } from '#core/handler.ts';
import { type Sql, sql } from '#database/sql.ts';
import { type JobName, readJob, readJobRow, readJobRows, toJobs } from './bulk-row.ts';

/** An application's started bulk jobs, newest first. */
export const listBulkJobs = handle(endpoint, ({ params, query, services: { database } }) => {
  const { merchantId, applicationId } = params;
  const where = sql`merchant_id = ${merchantId} AND application_id = ${applicationId} AND queued_at IS NOT NULL`;
  return readGrowingPage(database, query, {
    from: sql`bulk_jobs WHERE ${where}`,
    read: (window) => readJobRows(database, sql`${where} ORDER BY queued_at DESC, bulk_job_id DESC ${window}`),
    toItems: (rows) => toJobs(database, merchantId, rows),
  });
});

export const getBulkJob = handle(getEndpoint, ({ params, services }) => readJob(services.database, params));

export const listBulkItems = handle(itemsEndpoint, async ({ params, query, services: { database } }) => {
  const { page, size, state = [] } = query;
  await readJobRow(database, params);
  const ofState = state.length > 0 ? sql` AND state = ANY(${state}::text[])` : sql``;
  const where = sql`merchant_id = ${params.merchantId} AND bulk_job_id = ${params.bulkJobId}${ofState}`;
  const [total] = await database.query<{ count: number }>(sql`SELECT count(*) AS count FROM bulk_items WHERE ${where}`);
  const rows = await database.query<ItemRow>(
    selectItems(sql`${where} ORDER BY place LIMIT ${size} OFFSET ${page * size}`),
  );
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

const selectItems = (where: Sql): Sql =>
  sql`SELECT place, object_id AS "objectId", state, amount, currency::text AS currency, reason,
     result_id AS "resultId", done_at AS "doneAt" FROM bulk_items WHERE ${where}`;

const toItem = ({ doneAt, ...row }: ItemRow): BulkItem => ({ ...row, doneAtUtc: doneAt && toWireTime(doneAt) });

export const exportBulkItems = handleStream(exportEndpoint, ({ params, query, services }) =>
  openTable(services.database, query, async (queries) => {
    const { kind } = await readJobRow(queries, params);
    return itemTable(params, kind, csvClock(query.zone));
  }),
);

function itemTable(job: JobName, kind: BulkJob['kind'], clock: CsvClock): CsvTable<ItemRow> {
  const own = sql`merchant_id = ${job.merchantId} AND bulk_job_id = ${job.bulkJobId}`;
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
    select: (last, limit) =>
      selectItems(sql`${own} AND place > ${last?.place ?? -1}::integer ORDER BY place LIMIT ${limit}::bigint`),
    toCells: ({ objectId, state, amount, currency, reason, resultId, doneAt }) => [
      objectId,
      state,
      amount === null ? null : csvAmount(amount),
      currency,
      reason,
      resultId,
      doneAt && clock.time(toWireTime(doneAt)),
    ],
  };
}
