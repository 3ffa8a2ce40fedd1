import type { ExceptionObjectKind } from '@volume/contract/exception-words.ts';
import { type ExceptionDetails, getException as getExceptionEndpoint } from '@volume/contract/exceptions.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { notFound } from '#core/problem.ts';
import { handle } from '#core/handler.ts';
import { exceptionColumns, type ExceptionRow, toException } from './exception-row.ts';

type Held = NonNullable<ExceptionDetails['held']>;
type HeldRow = Omit<Held, 'createdAtUtc' | 'updatedAtUtc'> & { createdAt: Date; updatedAt: Date };

/** An exception by its id, whoever's it is: administrators alone ask. 404 when there is none. */
export async function readException({ query }: Queries, exceptionId: string): Promise<ExceptionRow> {
  const [row] = await query<ExceptionRow>(
    sql`SELECT ${exceptionColumns} FROM object_directory AS d
     JOIN exceptions AS e ON e.merchant_id = d.merchant_id AND e.exception_id = d.object_id
     WHERE d.object_id = ${exceptionId} AND d.kind = 'EXCEPTION'`,
  );
  if (!row) throw notFound('This exception');
  return row;
}

/** The exception with its object as it stands now, and what was booked for it. */
export async function readDetails(queries: Queries, exceptionId: string): Promise<ExceptionDetails> {
  const row = await readException(queries, exceptionId);
  const [held] = await queries.query<HeldRow>(heldSql[row.objectKind], [row.merchantId, row.objectId]);
  const corrections = await queries.query<ExceptionDetails['corrections'][number]>(
    sql`SELECT correction_id AS "correctionId", kind FROM exception_corrections
     WHERE merchant_id = ${row.merchantId} AND exception_id = ${row.exceptionId} ORDER BY correction_id`,
  );
  return { ...toException(row), held: held ? toHeld(held) : null, corrections };
}

function toHeld({ createdAt, updatedAt, ...held }: HeldRow): Held {
  return { ...held, createdAtUtc: toWireTime(createdAt), updatedAtUtc: toWireTime(updatedAt) };
}

const facts = `status::text AS status, amount, currency::text AS currency, created_at AS "createdAt", updated_at AS "updatedAt"`;
const heldSql: Record<ExceptionObjectKind, string> = {
  PAYMENT: `SELECT ${facts}, payment_id AS "paymentId" FROM payments WHERE merchant_id = $1 AND payment_id = $2`,
  REFUND: `SELECT ${facts}, payment_id AS "paymentId" FROM refunds WHERE merchant_id = $1 AND refund_id = $2`,
  PAYOUT: `SELECT ${facts}, NULL AS "paymentId" FROM outbound_payments WHERE merchant_id = $1 AND payout_payment_id = $2`,
};

/** One exception: what we hold beside what the provider says (contract §11). */
export const getException = handle(getExceptionEndpoint, async ({ params, services }) =>
  readDetails(services.database, params.exceptionId),
);
