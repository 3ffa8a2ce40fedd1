import {
  type Approval,
  getApproval as oneEndpoint,
  listApprovals as endpoint,
} from '@volume/contract/approvals/approvals.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { handle } from '#core/handler.ts';
import { type FilterRules, toWhere } from '#core/list-filters.ts';
import { notFound } from '#core/problem.ts';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { approvalColumns, type ApprovalRow, findApproval, toApproval } from '#orders/approvals/approval-row.ts';

const rules: FilterRules<Omit<QueryOf<typeof endpoint>, 'page' | 'size'>> = {
  state: (states) => sql`state = ANY(${states}::text[])`,
  paymentId: (id) => sql`payment_id = ${id}::uuid`,
  orderId: (id) => sql`order_id = ${id}::uuid`,
};

/** A merchant's payouts and refunds that wait or waited for approval, newest first (contract §11). */
export const listApprovals = handle(endpoint, async ({ params, query, services: { database } }) => {
  const { page, size } = query;
  const owner = sql`merchant_id = ${params.merchantId}`;
  const where = toWhere(rules, query, owner);
  const [total] = await database.query<{ count: number; waiting: number; isOn: boolean }>(
    sql`SELECT (SELECT count(*) FROM approvals WHERE ${where}) AS count,
     (SELECT count(*) FROM approvals WHERE ${owner} AND state = 'WAITING') AS waiting,
     EXISTS (SELECT FROM approval_policies WHERE ${owner} AND coalesce(above_gbp, above_eur) IS NOT NULL) AS "isOn"`,
  );
  const rows = await database.query<ApprovalRow>(
    sql`SELECT ${approvalColumns} FROM approvals WHERE ${where}
     ORDER BY created_at DESC, order_id DESC LIMIT ${size} OFFSET ${page * size}`,
  );
  const paged = toPage(rows.map(await readNames(database, params.merchantId, rows)), {
    page,
    size,
    totalElements: total?.count ?? 0,
  });
  return { ...paged, waiting: total?.waiting ?? 0, isOn: total?.isOn ?? false };
});

/** @throws Problem 404 when there is none */
export const getApproval = handle(oneEndpoint, async ({ params, services }) => {
  const row = await findApproval(services.database, params);
  if (!row) throw notFound('This approval');
  return (await readNames(services.database, params.merchantId, [row]))(row);
});

/**
 * Reads the names that the people of these approvals have today: an order keeps only their email addresses, which can
 * belong to another merchant's user by now.
 */
async function readNames(
  { query }: Database,
  merchantId: string,
  rows: readonly ApprovalRow[],
): Promise<(row: ApprovalRow) => Approval> {
  const emails = rows.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy ?? requestedBy]);
  const people = await query<{ email: string; name: string | null }>(
    sql`SELECT lower(email) AS email, name FROM accounts
      WHERE lower(email) = ANY(${emails.map((email) => email.toLowerCase())}::text[])
        AND (merchant_id = ${merchantId} OR merchant_id IS NULL)`,
  );
  const names = new Map(people.map(({ email, name }) => [email, name]));
  const nameOf = (email: string | null) => (email === null ? null : (names.get(email.toLowerCase()) ?? null));
  return (row) => ({
    ...toApproval(row),
    requestedByName: nameOf(row.requestedBy),
    decidedByName: nameOf(row.decidedBy),
  });
}
