import { approvalHours } from '@volume/contract/approval-words.ts';
import type { Approval } from '@volume/contract/approvals.ts';
import type { Currency } from '@volume/contract/money.ts';
import type { Services } from '#core/services.ts';
import type { Caller } from '#core/tenant.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { recordNotice } from '#ledger/record-notice.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { tellApprovers } from './approval-mails.ts';
import { approvalColumns, type ApprovalRow } from './approval-row.ts';

/** Who asks for money to leave. */
export interface Requester {
  source: Approval['source'];
  /** Their account; null for a key, which is nobody's own. */
  accountId: string | null;
  email: string;
}

export const requesterOf = ({
  userAccountId,
  email,
  key,
}: Pick<Caller, 'userAccountId' | 'email' | 'key'>): Requester =>
  key ? { source: 'KEY', accountId: null, email } : { source: 'PERSON', accountId: userAccountId, email };

/** An order whose money is reserved in the same transaction; `amount` in minor units. */
export interface NewOrder {
  merchantId: string;
  orderId: string;
  kind: Approval['kind'];
  applicationId: string;
  payInAccountId: number;
  paymentId: string | null;
  amount: number;
  currency: Currency;
  reference: string | null;
  recipient: Approval['recipient'];
  by: Requester;
}

/** Kind of due work that cancels what nobody has decided on. */
export const expiryKind = 'APPROVAL_EXPIRY';

/**
 * Makes an order wait where it is above its merchant's threshold, in the transaction that reserves its money, and mails those who may
 * approve it; null where it need not. An order that waits must neither be asked about nor told of before it is approved (contract §11).
 */
export async function waitForApproval(
  queries: Queries,
  services: Services,
  { at, newId }: WriteContext,
  order: NewOrder,
): Promise<ApprovalRow | null> {
  if (!(await isAboveThreshold(queries, order))) return null;
  const expiresAt = new Date(at.getTime() + approvalHours * 3_600_000);
  const { merchantId, orderId, kind, by } = order;
  const [row] = await queries.query<ApprovalRow>(
    sql`INSERT INTO approvals (merchant_id, order_id, kind, state, application_id, payee_detail_id, payment_id, amount, currency,
       reference, recipient, source, requested_by_id, requested_by, created_at, expires_at)
     VALUES (${merchantId}, ${orderId}, ${kind}, 'WAITING', ${order.applicationId}, ${order.payInAccountId}, ${order.paymentId},
       ${order.amount}, ${order.currency}::currency, ${order.reference}, ${JSON.stringify(order.recipient)}::jsonb,
       ${by.source}, ${by.accountId}, ${by.email}, ${at}, ${expiresAt})
     RETURNING ${approvalColumns}`,
  );
  if (!row) throw new Error('The approval was not written.');
  queries.announce?.({ kind: 'approvals', merchantId });
  await enqueueWork(queries, newId, { kind: expiryKind, merchantId, objectId: orderId, dueAt: expiresAt });
  await tellApprovers(queries, services, { at, newId }, { merchantId, row });
  await recordNotice(
    queries,
    { at, newId },
    {
      merchantId,
      applicationId: order.applicationId,
      kind: `${kind}_WAITING`,
      objectId: order.paymentId ?? orderId,
      amount: order.amount,
      currency: order.currency,
      key: orderId,
    },
  );
  return row;
}

async function isAboveThreshold({ query }: Queries, { merchantId, amount, currency }: NewOrder): Promise<boolean> {
  const column = currency === 'GBP' ? sql`above_gbp` : sql`above_eur`;
  const found = await query(
    sql`SELECT 1 FROM approval_policies WHERE merchant_id = ${merchantId} AND ${amount}::bigint > ${column}`,
  );
  return found.length > 0;
}

/** Above what a merchant's orders wait, in minor units by currency; none of a currency where they do not. */
export async function readThresholds({ query }: Queries, merchantId: string): Promise<Map<Currency, number>> {
  const [found] = await query<Record<Currency, number | null>>(
    sql`SELECT above_gbp AS "GBP", above_eur AS "EUR" FROM approval_policies WHERE merchant_id = ${merchantId}`,
  );
  const each = Object.entries(found ?? {}) as [Currency, number | null][];
  return new Map(each.flatMap(([currency, above]) => (above === null ? [] : [[currency, above] as const])));
}
