import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { notFound, Problem } from '#core/problem.ts';
import { toBase64Url } from '#core/secrets/keyed-hash.ts';
import { requestPurpose, sealedUnder } from '#core/secrets/vault.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';

export type Kind = 'OTP' | 'TWO_FACTOR' | 'EMAIL_FACTOR' | 'STEP_UP' | 'PASSKEY';
export interface OneTimeRequest {
  id_hash: string;
  user_account_id: string;
  code_hash: string | null;
  /** Decrypted. */
  secret: string | null;
  tries: number;
  expires_at: Date;
  used_at: Date | null;
}

/** How long a one-time request is valid, in milliseconds (contract §2). */
export const requestLife = 10 * 60_000;
const mostTries = 5;
const columns = sql`id_hash, user_account_id, code_hash, secret, tries, expires_at, used_at`;

export interface NewRequest {
  kind: Kind;
  userAccountId: string;
  secret?: string;
  /** The secret of the authenticator that the new one replaces. */
  replaces?: string;
  mailedCode?: string;
}

/** A request that is not stored yet. */
export interface RequestToOpen {
  id: string;
  save: (queries: Queries) => Promise<void>;
}

/** Uses up the proof, inside the transaction that opens the session; throws when a concurrent call was first. */
export type Spend = (queries: Queries) => Promise<void>;

interface SignInRequest {
  userAccountId: string;
  /** The known place that the sign-in comes from; all other places share null. */
  place: string | null;
}

/**
 * Prepares the second step of a sign-in. The returned function opens it, with the account's row locked, and returns its
 * id. An unfinished request from the same place without a wrong code is reused, so that repeated sign-ins write one
 * row; its id is encrypted there.
 */
export async function signInRequest(
  services: Services,
  { userAccountId, place }: SignInRequest,
): Promise<(queries: Queries) => Promise<string>> {
  const { random, vault, clock } = services;
  const id = toBase64Url(random.bytes(32));
  const idHash = await secretHash(services, id);
  const sealed = await vault.seal(id, requestPurpose(idHash));
  return async ({ query }) => {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + requestLife);
    const [open] = await query<{ id_hash: string; secret: string }>(
      sql`UPDATE one_time_requests SET expires_at = ${expiresAt}
       WHERE id_hash = (SELECT id_hash FROM one_time_requests
           WHERE user_account_id = ${userAccountId} AND kind = 'OTP' AND place IS NOT DISTINCT FROM ${place}
           AND secret IS NOT NULL AND used_at IS NULL AND tries = 0 AND expires_at > ${now} LIMIT 1)
         AND used_at IS NULL AND tries = 0
       RETURNING id_hash, secret`,
    );
    if (open) return vault.open(open.secret, requestPurpose(open.id_hash));
    await query(
      sql`INSERT INTO one_time_requests (id_hash, kind, user_account_id, secret, place, created_at, expires_at)
       VALUES (${idHash}, 'OTP', ${userAccountId}, ${sealed}, ${place}, ${now}, ${expiresAt})`,
    );
    return id;
  };
}

/** The hash with which a set-up remembers the secret it replaces. */
export const replacedHash = (services: Services, secret: string): Promise<string> =>
  secretHash(services, `replaces:${secret}`);

/** The hash of a mailed code, bound to its request. */
export const emailCodeHash = (services: Services, idHash: string, code: string): Promise<string> =>
  secretHash(services, `${idHash}:${code}`);

/**
 * Creates a request with a new id of 32 random bytes, which is stored only as a hash. Call it before a transaction,
 * because it can read a key from the database.
 */
export async function newRequest(
  services: Services,
  { kind, userAccountId, secret, replaces, mailedCode }: NewRequest,
): Promise<RequestToOpen> {
  const id = toBase64Url(services.random.bytes(32));
  const idHash = await secretHash(services, id);
  const now = services.clock.now();
  const sealed = secret === undefined ? null : await services.vault.seal(secret, requestPurpose(idHash));
  const replaced = replaces === undefined ? null : await replacedHash(services, replaces);
  const codeHash = mailedCode === undefined ? replaced : await emailCodeHash(services, idHash, mailedCode);
  const sentAt = mailedCode === undefined ? null : now;
  return {
    id,
    async save({ query }) {
      await query(
        sql`INSERT INTO one_time_requests (id_hash, kind, user_account_id, secret, code_hash, created_at, sent_at, expires_at)
         VALUES (${idHash}, ${kind}, ${userAccountId}, ${sealed}, ${codeHash}, ${now}, ${sentAt},
         ${new Date(now.getTime() + requestLife)})`,
      );
    },
  };
}

/** Opens a request that leads to no session, and returns its id. */
export async function openRequest(services: Services, request: NewRequest): Promise<string> {
  const { id, save } = await newRequest(services, request);
  await save(services.database);
  return id;
}

/** The open request of an id; 404 when there is none, 410 when it has expired or was used. */
export async function findRequest(services: Services, kind: Kind, id: string): Promise<OneTimeRequest> {
  const [stored] = await services.database.query<OneTimeRequest>(
    sql`SELECT ${columns} FROM one_time_requests WHERE id_hash = ${await secretHash(services, id)} AND kind = ${kind}`,
  );
  if (!stored) throw notFound('This request');
  const request = await opened(services, stored);
  const isOver = request.used_at !== null || request.tries >= mostTries || request.expires_at <= services.clock.now();
  if (isOver) throw requestOver(kind);
  return request;
}

async function opened({ vault }: Services, request: OneTimeRequest): Promise<OneTimeRequest> {
  const { secret, id_hash: idHash } = request;
  // Requests from before secrets were encrypted expire after ten minutes.
  if (secret === null || sealedUnder(secret) === null) return request;
  return { ...request, secret: await vault.open(secret, requestPurpose(idHash)) };
}

/**
 * Counts a try before anything is compared, with one atomic UPDATE: of any number of concurrent tries only five are
 * compared.
 */
export async function spendTry(services: Services, kind: Kind, id: string): Promise<OneTimeRequest> {
  const [request] = await services.database.query<OneTimeRequest>(
    sql`UPDATE one_time_requests SET tries = tries + 1
     WHERE id_hash = ${await secretHash(services, id)} AND kind = ${kind} AND used_at IS NULL AND tries < ${mostTries}
     AND expires_at > ${services.clock.now()}
     RETURNING ${columns}`,
  );
  if (request) return opened(services, request);
  await findRequest(services, kind, id);
  throw requestOver(kind);
}

/** Like `spendTry`, for codes that the user has to request first: without a request, any code is wrong. */
export function spendAskedTry(
  services: Services,
  { kind, id, wrong }: { kind: Kind; id: string; wrong: () => Problem },
): Promise<OneTimeRequest> {
  return spendTry(services, kind, id).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? wrong() : error;
  });
}

/** Uses a request up; 410 when a concurrent call did so first. */
export async function useRequest({ query }: Queries, idHash: string, at: Date): Promise<void> {
  const used = await query(
    sql`UPDATE one_time_requests SET used_at = ${at} WHERE id_hash = ${idHash} AND used_at IS NULL RETURNING id_hash`,
  );
  if (used.length === 0) throw requestOver();
}

export function requestOver(kind?: Kind): Problem {
  const isAskedFor = kind !== undefined && kind !== 'OTP' && kind !== 'TWO_FACTOR';
  const next = isAskedFor ? 'Ask for a new one.' : 'Please sign in again.';
  return new Problem(410, `This code is no longer valid. ${next}`, { code: 'CODE_EXPIRED' });
}

export function wrongCode(): Problem {
  return new Problem(400, 'That code is incorrect.', { code: 'WRONG_CODE' });
}
