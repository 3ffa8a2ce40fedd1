import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { idempotencyKeyHeader } from '@volume/contract/headers.ts';
import type { ErrorSource } from '@volume/contract/provider-error.ts';
import type { Queries } from '#database/database.ts';
import type { Caller } from '#core/tenant.ts';
import type { CallProgress, RequestFacts } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
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

/** What a write answers; `finish` is what is still to be done outside of the transaction, and gives the answer to keep. */
export interface Written<T> {
  answer: T;
  finish?: () => Promise<T>;
}

interface Scope<B> {
  endpoint: AnyEndpoint;
  merchantId: string;
  /** What must be known before the transaction: calls to the outside, for the first call with a key alone. */
  before?: () => Promise<B>;
}

/**
 * Runs a write that moves money once per Idempotency-Key (contract §1, §10): key, effect and answer commit together in
 * `run`'s transaction. The same key and body answer the first answer again for 24 h, refusals included; another body is 422,
 * no key 400. `run` may leave a call to the outside to `finish`, which runs after the commit.
 */
export async function answerOnce<T extends object, B = undefined>(
  call: OnceCall,
  { endpoint, merchantId, before }: Scope<B>,
  run: (queries: Queries, prepared: B) => Promise<Written<T>>,
): Promise<T> {
  const { services, request } = call;
  const row: KeyRow = {
    merchantId,
    userAccountId: call.caller.userAccountId,
    path: pathOf(endpoint, call.params),
    key: readKey(request),
    bodyHash: await hashOf(call.body),
  };
  request.progress?.setRepeatable();
  const replayed = () => replay<T>(services, row, request.progress);
  if (before && (await findAnswer(services.database, row, services.clock.now()))) return replayed();
  // Now and then the keys that are over are swept out.
  if (services.random.bytes(1)[0] === 0) await forgetOldKeys(services.database, merchantId, services.clock.now());
  const written = await writeOnce(services, row, { before: before ?? (async () => undefined as B), run });
  if (written === 'taken') return replayed();
  if (!written.finish) return written.answer;
  return finishOnce(services, row, written.finish);
}

interface Steps<T, B> {
  before: () => Promise<B>;
  run: (queries: Queries, prepared: B) => Promise<Written<T>>;
}

async function writeOnce<T extends object, B>(
  { database, clock }: Services,
  row: KeyRow,
  { before, run }: Steps<T, B>,
): Promise<Written<T> | 'taken'> {
  try {
    const prepared = await before();
    return await database.transaction(async (queries) => {
      if (!(await takeKey(queries, row, clock.now()))) return 'taken';
      const written = await run(queries, prepared);
      // Without a status the answer is not the last word yet.
      await keepAnswer(queries, row, { status: written.finish ? null : 200, body: written.answer });
      return written;
    });
  } catch (error) {
    // The question for a proof and a rate limit are not remembered either: the same call comes again.
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

/** A refusal by a provider is known, so it is kept; what is unknown leaves the answer of the transaction standing. */
async function finishOnce<T extends object>(services: Services, row: KeyRow, finish: () => Promise<T>): Promise<T> {
  try {
    const answer = await finish();
    await keepAnswer(services.database, row, { status: 200, body: answer });
    return answer;
  } catch (error) {
    if (error instanceof Problem) {
      await keepAnswer(services.database, row, { status: error.status, body: toStored(error) });
    }
    throw error;
  }
}

/** Longest that a call is still taken for being at work, in milliseconds; afterwards its process has died. */
const lifeOfCall = 15_000;

/** The first answer; one that is still being finished is waited for, at most five seconds. */
async function replay<T extends object>(
  { database, clock }: Services,
  row: KeyRow,
  progress: CallProgress | undefined,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    const found = await findAnswer(database, row, clock.now());
    if (!found) throw new Problem(409, 'The call with this Idempotency-Key did not end. Please send it again.');
    if (found.bodyHash !== row.bodyHash) {
      throw new Problem(422, 'This Idempotency-Key was already used with another body.');
    }
    if (found.status !== null && found.status >= 400) throw fromStored(found.status, found.body as StoredProblem);
    const isAbandoned = clock.now().getTime() - found.takenAt.getTime() > lifeOfCall;
    if (found.status !== null || isAbandoned || tries >= 200) return found.body as T;
    progress?.leaveTurn();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function readKey(request: RequestFacts): string {
  const key = request.header(idempotencyKeyHeader)?.toLowerCase() ?? '';
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(key)) {
    throw new Problem(400, `${idempotencyKeyHeader} ${key === '' ? 'is required' : 'must be a UUID'}`);
  }
  return key;
}

function pathOf({ method, path }: AnyEndpoint, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return `${method} ${path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))}`;
}

function toStored({ statusName, message, source }: Problem): StoredProblem {
  return { statusName, message, source };
}

function fromStored(status: number, { statusName, message, source }: StoredProblem): Problem {
  return new Problem(status, message, { statusName, source: source as ErrorSource });
}

/** SHA-256 of a parsed body, the same whatever order its fields came in. */
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
  created_at: Date;
}

const lifeMilliseconds = 24 * 3_600_000;
const isRow = ({ merchantId, userAccountId, path, key }: KeyRow) =>
  sql`merchant_id = ${merchantId} AND user_account_id = ${userAccountId} AND path = ${path} AND key = ${key}`;

/**
 * Takes a key for the transaction at hand; false when it is taken. A call with the same key that runs at this moment is
 * waited for by the primary key itself. A key older than 24 h is free again.
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

/** Keeps what a key answers. A null status says that the answer may still change. */
async function keepAnswer({ query }: Queries, row: KeyRow, { status, body }: Answer): Promise<void> {
  await query(
    sql`UPDATE idempotency_keys SET answer_status = ${status}, answer_body = ${JSON.stringify(body)}::jsonb
      WHERE ${isRow(row)}`,
  );
}

/** What a taken key answers, and the hash of the body it came with; null when it is free or over. */
async function findAnswer(
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
async function forgetOldKeys({ query }: Queries, merchantId: string, at: Date): Promise<void> {
  await query(
    sql`DELETE FROM idempotency_keys
      WHERE merchant_id = ${merchantId} AND created_at <= ${new Date(at.getTime() - lifeMilliseconds)}`,
  );
}
