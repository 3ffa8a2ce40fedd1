import type { ErrorCode } from '@volume/contract/error-codes.ts';
import { replayedHeader } from '@volume/contract/headers.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { ErrorSource } from '@volume/contract/provider-error.ts';
import type { Queries } from '#database/database.ts';
import type { Caller } from '#core/tenant.ts';
import type { RequestFacts } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { readIdempotencyKey } from '#core/required-headers.ts';
import { isStepUpRequired } from '#core/step-up/require-step-up.ts';
import { toBase64Url } from '#core/secrets/keyed-hash.ts';
import { sql } from '#database/sql.ts';

interface OnceCall {
  params: unknown;
  body: unknown;
  caller: Caller;
  services: Services;
  request: RequestFacts;
}

interface Scope<B> {
  endpoint: AnyEndpoint & { isIdempotent: true };
  merchantId: string;
  /** What only a first call must pass, such as a limit that can change; a refusal is not remembered. */
  check?: () => Promise<void>;
  /** Preparation before the transaction, such as calls to external systems; only for the first call with a key. */
  before?: () => Promise<B>;
}

/**
 * Runs a write that moves money once per Idempotency-Key (contract §1, §10): key, effect and answer commit together in
 * `run`'s transaction. The same key and body return the first answer for 24 h, including errors, whatever has
 * changed since; another body is 422, no key 400. Calls to an external system that follow from it belong in a job.
 */
export async function withIdempotency<T extends object, B = undefined>(
  call: OnceCall,
  { endpoint, merchantId, check, before }: Scope<B>,
  run: (queries: Queries, prepared: B) => Promise<T>,
): Promise<T> {
  const { services, request } = call;
  const row: KeyRow = {
    merchantId,
    userAccountId: call.caller.userAccountId,
    path: pathOf(endpoint, call.params),
    key: readIdempotencyKey(request),
    bodyHash: await hashOf(call.body),
  };
  request.progress?.setRepeatable();
  const replayed = async () => {
    const answer = await replay<T>(services, row);
    request.progress?.setReplayed();
    return answer;
  };
  const isUsed = async () => (await findAnswer(services.database, row, services.clock.now())) !== null;
  if (before && (await isUsed())) return replayed();
  try {
    await check?.();
  } catch (error) {
    if (await isTaken(services, row)) return replayed();
    throw error;
  }
  const written = await writeOnce(services, row, { before: before ?? (async () => undefined as B), run });
  return written === 'taken' ? replayed() : written;
}

interface Steps<T, B> {
  before: () => Promise<B>;
  run: (queries: Queries, prepared: B) => Promise<T>;
}

async function writeOnce<T extends object, B>(
  { database, clock }: Services,
  row: KeyRow,
  { before, run }: Steps<T, B>,
): Promise<T | 'taken'> {
  try {
    const prepared = await before();
    return await database.transaction(async (queries) => {
      if (!(await takeKey(queries, row, clock.now()))) return 'taken';
      const answer = await run(queries, prepared);
      await keepAnswer(queries, row, { status: 200, body: answer });
      return answer;
    });
  } catch (error) {
    // A required step-up and a rate limit are not stored, because the same call is repeated later.
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429 || isStepUpRequired(error))
      throw error;
    const isFirst = await database.transaction(async (queries) => {
      if (!(await takeKey(queries, row, clock.now()))) return false;
      await keepAnswer(queries, row, { status: error.status, body: toStored(error) });
      return true;
    });
    if (!isFirst) return 'taken';
    throw error;
  }
}

/** Whether another call has the key. Waits for one that still runs: it can have passed what is refused now. */
function isTaken({ database, clock }: Services, row: KeyRow): Promise<boolean> {
  return database.transaction(async (queries) => {
    if (!(await takeKey(queries, row, clock.now()))) return true;
    await queries.query(sql`DELETE FROM idempotency_keys WHERE ${isRow(row)}`);
    return false;
  });
}

/** Returns the first answer. Older builds left one without a status while its call was still running. */
async function replay<T extends object>({ database, clock }: Services, row: KeyRow): Promise<T> {
  const found = await findAnswer(database, row, clock.now());
  if (!found)
    throw new Problem(409, 'The call with this Idempotency-Key did not end. Please send it again.', {
      code: 'CALL_NOT_ENDED',
    });
  if (found.bodyHash !== row.bodyHash) {
    throw new Problem(422, 'This Idempotency-Key was already used with another body.', {
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  }
  if (found.status !== null && found.status >= 400) throw fromStored(found.status, found.body as StoredProblem);
  return found.body as T;
}

function pathOf({ method, path }: AnyEndpoint, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return `${method} ${path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))}`;
}

function toStored({ statusName, code, message, source }: Problem): StoredProblem {
  return { statusName, code, message, source };
}

function fromStored(status: number, { source, message, ...names }: StoredProblem): Problem {
  const headers = { [replayedHeader]: 'true' };
  return new Problem(status, message, { ...names, source: source as ErrorSource, headers });
}

/** SHA-256 of a parsed body, independent of the order of its fields. */
async function hashOf(body: unknown): Promise<string> {
  const text = JSON.stringify(body ?? null, (_, value: unknown) => (isRecord(value) ? sorted(value) : value));
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A key is scoped to merchant, user and path (contract §10). */
interface KeyRow {
  merchantId: string;
  userAccountId: string;
  path: string;
  key: string;
  bodyHash: string;
}
interface StoredProblem {
  statusName: string;
  /** Missing in answers that were stored before refusals had codes. */
  code?: ErrorCode;
  message: string;
  source: string;
}
interface Answer {
  status: number | null;
  body: object;
}
interface Found {
  body_hash: string;
  answer_status: number | null;
  answer_body: object | null;
}

const lifeMilliseconds = 24 * 3_600_000;
const isRow = ({ merchantId, userAccountId, path, key }: KeyRow) =>
  sql`merchant_id = ${merchantId} AND user_account_id = ${userAccountId} AND path = ${path} AND key = ${key}`;

/**
 * Claims a key within the current transaction; returns false when it is taken. The primary key makes this wait for a
 * concurrent call with the same key. A key older than 24 h can be used again.
 */
async function takeKey({ query }: Queries, row: KeyRow, at: Date): Promise<boolean> {
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

/** Stores the answer of a key. */
async function keepAnswer({ query }: Queries, row: KeyRow, { status, body }: Answer): Promise<void> {
  await query(
    sql`UPDATE idempotency_keys SET answer_status = ${status}, answer_body = ${JSON.stringify(body)}::jsonb
      WHERE ${isRow(row)}`,
  );
}

/** The answer of a taken key and the hash of its body; null when the key is unused or expired. */
async function findAnswer({ query }: Queries, row: KeyRow, at: Date): Promise<(Answer & { bodyHash: string }) | null> {
  const [found] = await query<Found>(
    sql`SELECT body_hash, answer_status, answer_body FROM idempotency_keys
     WHERE ${isRow(row)} AND created_at > ${new Date(at.getTime() - lifeMilliseconds)}`,
  );
  if (!found?.answer_body) return null;
  const { body_hash: bodyHash, answer_status: status, answer_body: body } = found;
  return { bodyHash, status, body };
}
