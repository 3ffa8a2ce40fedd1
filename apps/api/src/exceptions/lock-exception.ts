import type { ExceptionObjectKind } from '@volume/contract/exceptions/labels.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { Problem } from '#core/problem.ts';
import { readPerson } from '#core/people/people.ts';
import type { Corrector, Locked } from '#orders/correct-order.ts';
import { type ExceptionRow, readException } from './list-exceptions.ts';

/** An object in our ledger: the one that the exception is about, or a correction booked for it earlier. */
export type LockedOrder = Locked & { objectId: string; kind: ExceptionObjectKind };

/** Locks an exception that is still unresolved; 409 when it was resolved in the meantime. */
export async function lockException(
  queries: Queries,
  { merchantId, exceptionId }: ExceptionRow,
): Promise<ExceptionRow> {
  await queries.query(
    sql`SELECT 1 FROM exceptions WHERE merchant_id = ${merchantId} AND exception_id = ${exceptionId} FOR UPDATE`,
  );
  const row = await readException(queries, exceptionId);
  if (row.state === 'ACCEPTED' || row.state === 'CLOSED') {
    const done = row.state === 'ACCEPTED' ? 'accepted' : 'closed';
    const by = await readPerson(queries, null, row.decidedBy ?? '');
    throw new Problem(409, `This exception was already ${done} by ${by}.`, { code: 'EXCEPTION_DECIDED' });
  }
  return row;
}

/** Locks the exception's object and all corrections booked for it; without the object when our ledger has none. */
export async function lockOrders(
  correctors: Readonly<Record<ExceptionObjectKind, Corrector>>,
  queries: Queries,
  { merchantId, objectId, objectKind }: ExceptionRow,
  at: Date,
): Promise<LockedOrder[]> {
  const booked = await queries.query<{ objectId: string; kind: ExceptionObjectKind }>(
    sql`SELECT c.correction_id AS "objectId", c.kind FROM exceptions AS e
     JOIN exception_corrections AS c ON c.merchant_id = e.merchant_id AND c.exception_id = e.exception_id
     WHERE e.merchant_id = ${merchantId} AND e.object_id = ${objectId} ORDER BY c.correction_id`,
  );
  const locked: LockedOrder[] = [];
  for (const { objectId: id, kind } of [{ objectId, kind: objectKind }, ...booked]) {
    const held = await correctors[kind].lock(queries, { merchantId, objectId: id }, at);
    if (held) locked.push({ objectId: id, kind, ...held });
  }
  return locked;
}
