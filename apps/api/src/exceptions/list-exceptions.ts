import {
  type Exception,
  type ExceptionDetails,
  getException as getExceptionEndpoint,
  listExceptions as endpoint,
} from '@volume/contract/exceptions/exceptions.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { handle } from '#core/handler.ts';
import { type FilterRules, toWhere } from '#core/list-filters.ts';
import { andOf, sql, type Sql } from '#database/sql.ts';
import type { ExceptionObjectKind } from '@volume/contract/exceptions/labels.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Queries } from '#database/database.ts';
import { notFound } from '#core/problem.ts';
import { readMoves } from './what-accepting-moves.ts';

const rules: FilterRules<Omit<QueryOf<typeof endpoint>, 'page' | 'size'>> = {
  state: (states) => sql`e.state = ANY(${states}::text[])`,
  kind: (kinds) => sql`e.kind = ANY(${kinds}::text[])`,
  merchantId: (id) => sql`e.merchant_id = ${id}::uuid`,
};

/** Exceptions, newest first (contract §11). For the pages before, each server returns only ids. */
export const listExceptions = handle(endpoint, async ({ query, services: { database } }) => {
  const { page, size } = query;
  const where = toWhere(rules, query);
  const [total] = await database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM exceptions AS e WHERE ${where}`,
  );
  const rows = await database.query<ExceptionRow>(
    sql`WITH page AS MATERIALIZED (
      SELECT e.merchant_id, e.exception_id FROM exceptions AS e WHERE ${where}
      ORDER BY e.first_at DESC, e.exception_id DESC LIMIT ${size}::bigint OFFSET ${page * size}::bigint
    )
    SELECT ${exceptionColumns} FROM page JOIN exceptions AS e ON e.merchant_id = page.merchant_id
      AND e.exception_id = page.exception_id${andOf('e', query.merchantId ?? null)}
    ORDER BY e.first_at DESC, e.exception_id DESC`,
  );
  const paged = toPage(rows.map(toException), { page, size, totalElements: total?.count ?? 0 });
  return { ...paged, unresolved: await countUnresolved(database) };
});

type Held = NonNullable<ExceptionDetails['held']>;
type HeldRow = Omit<Held, 'createdAtUtc' | 'updatedAtUtc'> & { createdAt: Date; updatedAt: Date };

/** Reads an exception of any merchant: only administrators call this. 404 when it does not exist. */
export async function readException({ query }: Queries, exceptionId: string): Promise<ExceptionRow> {
  const [row] = await query<ExceptionRow>(
    sql`SELECT ${exceptionColumns} FROM object_directory AS d
     JOIN exceptions AS e ON e.merchant_id = d.merchant_id AND e.exception_id = d.object_id
     WHERE d.object_id = ${exceptionId} AND d.kind = 'EXCEPTION'`,
  );
  if (!row) throw notFound('This exception');
  return row;
}

export async function readDetails(queries: Queries, exceptionId: string): Promise<ExceptionDetails> {
  const row = await readException(queries, exceptionId);
  const [held] = await queries.query<HeldRow>(selectHeld[row.objectKind](row));
  const corrections = await queries.query<ExceptionDetails['corrections'][number]>(
    sql`SELECT correction_id AS "correctionId", kind FROM exception_corrections
     WHERE merchant_id = ${row.merchantId} AND exception_id = ${row.exceptionId} ORDER BY correction_id`,
  );
  const moves = await readMoves(queries, row);
  return { ...toException(row), held: held ? toHeld(held) : null, moves, corrections };
}

function toHeld({ createdAt, updatedAt, ...held }: HeldRow): Held {
  return { ...held, createdAtUtc: toWireTime(createdAt), updatedAtUtc: toWireTime(updatedAt) };
}

const facts = sql`status::text AS status, amount, currency::text AS currency, created_at AS "createdAt",
  updated_at AS "updatedAt"`;
const selectHeld: Record<ExceptionObjectKind, (row: ExceptionRow) => Sql> = {
  PAYMENT: ({ merchantId, objectId }) => sql`SELECT ${facts}, payment_id AS "paymentId" FROM payments
    WHERE merchant_id = ${merchantId} AND payment_id = ${objectId}`,
  REFUND: ({ merchantId, objectId }) => sql`SELECT ${facts}, payment_id AS "paymentId" FROM refunds
    WHERE merchant_id = ${merchantId} AND refund_id = ${objectId}`,
  PAYOUT: ({ merchantId, objectId }) => sql`SELECT ${facts}, NULL AS "paymentId" FROM outbound_payments
    WHERE merchant_id = ${merchantId} AND payout_payment_id = ${objectId}`,
};

/** One exception: our version next to the provider's (contract §11). */
export const getException = handle(getExceptionEndpoint, async ({ params, services }) =>
  readDetails(services.database, params.exceptionId),
);

export type ExceptionRow = Omit<Exception, 'firstAtUtc' | 'lastAtUtc' | 'decidedAtUtc'> & {
  firstAt: Date;
  lastAt: Date;
  decidedAt: Date | null;
};

/** Columns of `exceptions AS e`. The merchant's name is null when this deployment does not have the merchant. */
const exceptionColumns = sql`e.exception_id AS "exceptionId", e.merchant_id AS "merchantId",
  (SELECT m.company_name FROM merchants AS m WHERE m.merchant_id = e.merchant_id) AS "merchantName",
  e.kind, e.object_kind AS "objectKind", e.object_id AS "objectId", e.payee_detail_id AS "payInAccountId", e.provider,
  e.currency::text AS currency, e.our_status AS "ourStatus", e.our_amount AS "ourAmount",
  e.provider_status AS "providerStatus",
  e.provider_amount AS "providerAmount", e.provider_words AS "providerWords", e.state, e.count, e.first_at AS "firstAt",
  e.last_at AS "lastAt", e.note, e.decided_by AS "decidedBy", e.decided_at AS "decidedAt"`;

/** An exception in the shape of the wire (contract §11); amounts in minor units. */
function toException({ firstAt, lastAt, decidedAt, ...row }: ExceptionRow): Exception {
  return {
    ...row,
    firstAtUtc: toWireTime(firstAt),
    lastAtUtc: toWireTime(lastAt),
    decidedAtUtc: decidedAt && toWireTime(decidedAt),
  };
}

export async function countUnresolved({ query }: Queries): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM exceptions WHERE state IN ('OPEN', 'DISPUTED')`,
  );
  return row?.count ?? 0;
}
