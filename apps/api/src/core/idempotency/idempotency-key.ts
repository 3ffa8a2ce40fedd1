import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** A key is scoped to merchant, user and path (contract §10). */
export type KeyRow = { merchantId: string; userAccountId: string; path: string; key: string; bodyHash: string };
export type StoredProblem = { statusName: string; message: string; source: string };
type Answer = { status: number | null; body: object };
type Found = { body_hash: string; answer_status: number | null; answer_body: object | null; created_at: Date };

const lifeMilliseconds = 24 * 3_600_000;
const isRow = ({ merchantId, userAccountId, path, key }: KeyRow) =>
  sql`merchant_id = ${merchantId} AND user_account_id = ${userAccountId} AND path = ${path} AND key = ${key}`;

/**
 * Takes a key for the transaction at hand; false when it is taken. A call with the same key that runs at this moment is
 * waited for by the primary key itself. A key older than 24 h is free again.
 */
export async function takeKey({ query }: Queries, row: KeyRow, at: Date): Promise<boolean> {
  const { merchantId, userAccountId, path, key, bodyHash } = row;
  const taken = await query(
    sql`INSERT INTO idempotency_keys AS k (merchant_id, user_account_id, path, key, body_hash, created_at)
     VALUES (${merchantId}, ${userAccountId}, ${path}, ${key}, ${bodyHash}, ${at})
     ON CONFLICT (merchant_id, user_account_id, path, key)
     DO UPDATE SET body_hash = excluded.body_hash, answer_status = NULL, answer_body = NULL, created_at = excluded.created_at
     WHERE k.created_at <= ${new Date(at.getTime() - lifeMilliseconds)}
     RETURNING k.key`,
  );
  return taken.length > 0;
}

/** Keeps what a key answers. A null status says that the answer may still change. */
export async function keepAnswer({ query }: Queries, row: KeyRow, { status, body }: Answer): Promise<void> {
  await query(
    sql`UPDATE idempotency_keys SET answer_status = ${status}, answer_body = ${JSON.stringify(body)}::jsonb
      WHERE ${isRow(row)}`,
  );
}

/** What a taken key answers, and the hash of the body it came with; null when it is free or over. */
export async function findAnswer(
  { query }: Queries,
  row: KeyRow,
  at: Date,
): Promise<(Answer & { bodyHash: string; takenAt: Date }) | null> {
  const [found] = await query<Found>(
    sql`SELECT body_hash, answer_status, answer_body, created_at FROM idempotency_keys
     WHERE ${isRow(row)} AND created_at > ${new Date(at.getTime() - lifeMilliseconds)}`,
  );
  if (!found?.answer_body) return null;
  const { body_hash: bodyHash, answer_status: status, answer_body: body, created_at: takenAt } = found;
  return { bodyHash, status, body, takenAt };
}

/** Forgets a merchant's keys that are over. */
export async function forgetOldKeys({ query }: Queries, merchantId: string, at: Date): Promise<void> {
  await query(
    sql`DELETE FROM idempotency_keys
      WHERE merchant_id = ${merchantId} AND created_at <= ${new Date(at.getTime() - lifeMilliseconds)}`,
  );
}
