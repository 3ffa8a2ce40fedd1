import {
  exportBulkItems as exportEndpoint,
  getBulkJob as getEndpoint,
  listBulkItems as itemsEndpoint,
  listBulkJobs as endpoint,
  type BulkJob,
} from '@volume/contract/bulk/bulk.ts';
import { csvAmount, type CsvClock, csvClock } from '@volume/contract/lists/csv.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type CsvTable, openTable } from '#core/files.ts';
import { readGrowingPage } from '#core/growing-list.ts';
import { handle, handleStream, type Handler } from '#core/handler.ts';
import { sql } from '#database/sql.ts';
import { type ItemRow, selectNamed, toItem } from './named-items.ts';
import { type JobName, readJob, readJobRow, readJobRows, toJobs } from './bulk-row.ts';

/** An application's started bulk jobs, newest first. */
const listBulkJobs = handle(endpoint, ({ params, query, services: { database } }) => {
  const { merchantId, applicationId } = params;
  const where = sql`merchant_id = ${merchantId} AND application_id = ${applicationId} AND queued_at IS NOT NULL`;
  return readGrowingPage(database, query, {
    from: sql`bulk_jobs WHERE ${where}`,
    read: (window) => readJobRows(database, sql`${where} ORDER BY queued_at DESC, bulk_job_id DESC ${window}`),
    toItems: (rows) => toJobs(database, merchantId, rows),
  });
});

const getBulkJob = handle(getEndpoint, ({ params, services }) => readJob(services.database, params));

const listBulkItems = handle(itemsEndpoint, async ({ params, query, services: { database } }) => {
  const { page, size, state = [] } = query;
  const { kind } = await readJobRow(database, params);
  const ofState = state.length > 0 ? sql`AND state = ANY(${state}::text[])` : sql``;
  const [total] = await database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM bulk_items WHERE merchant_id = ${params.merchantId}
      AND bulk_job_id = ${params.bulkJobId} ${ofState}`,
  );
  const which = sql`${ofState} ORDER BY place LIMIT ${size} OFFSET ${page * size}`;
  const rows = await database.query<ItemRow>(selectNamed(params, kind, which));
  return toPage(rows.map(toItem), { page, size, totalElements: total?.count ?? 0 });
});

const exportBulkItems = handleStream(exportEndpoint, ({ params, query, services }) =>
  openTable(services.database, query, async (queries) => {
    const { kind } = await readJobRow(queries, params);
    return itemTable(params, kind, csvClock(query.zone));
  }),
);

function itemTable(job: JobName, kind: BulkJob['kind'], clock: CsvClock): CsvTable<ItemRow> {
  const isRefund = kind === 'REFUND';
  return {
    name: 'bulk-job',
    header: [
      isRefund ? 'Payment id' : 'Delivery id',
      'Result',
      'Amount',
      'Currency',
      'Reason',
      'Refund id',
      clock.header('Done'),
      isRefund ? 'Payer' : 'Name',
      'Reference',
      isRefund ? 'Refund status' : 'Event',
    ],
    select: (last, limit) =>
      selectNamed(job, kind, sql`AND place > ${last?.place ?? -1}::integer ORDER BY place LIMIT ${limit}::bigint`),
    toCells: ({ objectId, state, amount, currency, reason, resultId, doneAt, ...row }) => [
      objectId,
      state,
      amount === null ? null : csvAmount(amount),
      currency,
      reason,
      resultId,
      doneAt && clock.time(toWireTime(doneAt)),
      row.name,
      row.reference,
      isRefund ? row.refundStatus : [row.eventKind, row.eventStatus].filter((part) => part !== null).join(' '),
    ],
  };
}

export const bulkJobLists: readonly Handler[] = [listBulkJobs, getBulkJob, listBulkItems, exportBulkItems];
