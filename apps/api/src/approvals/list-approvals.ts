import { getApproval as oneEndpoint, listApprovals as endpoint } from '@volume/contract/approvals/approvals.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { handle } from '#core/handler.ts';
import { type FilterRules, toWhere } from '#core/list-filters.ts';
import { notFound } from '#core/problem.ts';
import { sql } from '#database/sql.ts';
import { approvalColumns, type ApprovalRow, findApproval, showApprovals } from '#orders/approvals/approval-row.ts';

const rules: FilterRules<Omit<QueryOf<typeof endpoint>, 'page' | 'size'>> = {
  state: (states) => sql`state = ANY(${states}::text[])`,
  paymentId: (id) => sql`payment_id = ${id}::uuid`,
  orderId: (id) => sql`order_id = ${id}::uuid`,
};

/** A merchant's payouts and refunds that wait or waited for approval, newest first (contract §11). */
export const listApprovals = handle(endpoint, async ({ params, query, services: { database, clock } }) => {
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
  const shown = await showApprovals(database, { ...params, now: clock.now() }, rows);
  const paged = toPage(shown, {
    page,
    size,
    totalElements: total?.count ?? 0,
  });
  return { ...paged, waiting: total?.waiting ?? 0, isOn: total?.isOn ?? false };
});

/** @throws Problem 404 when there is none */
export const getApproval = handle(oneEndpoint, async ({ params, services: { database, clock } }) => {
  const row = await findApproval(database, params);
  const [shown] = await showApprovals(database, { ...params, now: clock.now() }, row ? [row] : []);
  if (!shown) throw notFound('This approval');
  return shown;
});
