import type { Exception, ExceptionDetails } from '@volume/contract/exceptions/exceptions.ts';
import type { ExceptionObjectKind } from '@volume/contract/exceptions/labels.ts';
import { Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';
import { leftOfPayment, type Locked } from '#orders/correct-order.ts';
import { goneByProvider, isAtAccount } from './gone-by-provider.ts';

type Row = Omit<Exception, 'firstAtUtc' | 'lastAtUtc' | 'decidedAtUtc'>;
type Moves = ExceptionDetails['moves'];
/**
 * What accepting an exception would move at its account according to the books now; shown to administrators before they decide.
 * Null when nothing would move, or nothing can be booked yet.
 */
export async function readMoves(queries: Queries, row: Row): Promise<Moves> {
  if (row.state === 'ACCEPTED' || row.state === 'CLOSED') return null;
  const held = await readHeld(queries, row);
  return row.objectKind === 'PAYMENT' ? paymentMoves(row, held) : orderMoves(row, held);
}

/** The object and the corrections that were booked for it. */
async function readHeld(queries: Queries, { merchantId, objectId, objectKind }: Row): Promise<Locked[]> {
  const booked = await queries.query<{ objectId: string; kind: ExceptionObjectKind }>(
    sql`SELECT c.correction_id AS "objectId", c.kind FROM exceptions AS e
      JOIN exception_corrections AS c ON c.merchant_id = e.merchant_id AND c.exception_id = e.exception_id
      WHERE e.merchant_id = ${merchantId} AND e.object_id = ${objectId}`,
  );
  const held: Locked[] = [];
  for (const each of [{ objectId, kind: objectKind }, ...booked]) {
    const [found] = await queries.query<Locked>(selectLeft[each.kind](merchantId, each.objectId));
    if (found) held.push(found);
  }
  return held;
}

const selectLeft: Record<ExceptionObjectKind, (merchantId: string, objectId: string) => Sql> = {
  PAYMENT: (merchantId, objectId) => sql`SELECT status::text AS status, ${leftOfPayment}
    FROM payments WHERE merchant_id = ${merchantId} AND payment_id = ${objectId}`,
  REFUND: (merchantId, objectId) => sql`SELECT r.status::text AS status, r.amount AS "left",
      r.status IN ('IN_PROGRESS', 'HELD') AS "isUnderWay", p.payee_detail_id AS "payInAccountId"
    FROM refunds AS r JOIN payments AS p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id
    WHERE r.merchant_id = ${merchantId} AND r.refund_id = ${objectId}`,
  PAYOUT: (merchantId, objectId) => sql`SELECT status::text AS status, amount AS "left",
      status IN ('IN_PROGRESS', 'HELD') AS "isUnderWay", payee_detail_id AS "payInAccountId"
    FROM outbound_payments WHERE merchant_id = ${merchantId} AND payout_payment_id = ${objectId}`,
};

function paymentMoves({ providerStatus }: Row, [payment, ...more]: readonly Locked[]): Moves {
  if (!payment || more.length > 0 || payment.left === 0 || payment.isUnderWay) return null;
  if (providerStatus === 'COMPLETED' && payment.status === 'FAILED') return { amount: payment.left, direction: 'IN' };
  if (providerStatus === 'FAILED' && payment.status === 'SETTLED') return { amount: payment.left, direction: 'OUT' };
  return null;
}

function orderMoves(row: Row, all: readonly Locked[]): Moves {
  const held = all.filter((each) => isAtAccount(row, each));
  if (held.some(({ isUnderWay }) => isUnderWay)) return null;
  const ours = held.filter(({ status }) => status === 'PROCESSED').reduce((sum, { left }) => sum + left, 0);
  const theirs = goneOrUnknown(row);
  if (theirs === undefined || theirs === ours) return null;
  return theirs > ours ? { amount: theirs - ours, direction: 'OUT' } : { amount: ours - theirs, direction: 'IN' };
}

function goneOrUnknown(row: Row): number | undefined {
  try {
    return goneByProvider(row);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
