import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { addressKey, type RateLimit } from '#core/limits/rate-limits.ts';
import type { RequestFacts } from '#core/handler.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import type { Account } from '#session/account.ts';
import { failedProof, whoOf } from '#core/activity/record-activity.ts';
import { Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/**
 * Counts a sign-in before its password is verified, so that many concurrent attempts cannot get around the limit. Call
 * `giveBack` when the password was right: only failures count. Counts per address, then per account, whether the
 * account exists or not. A place from which the account was signed in to before has a separate limit, so that failures
 * of others do not lock its owner out.
 */
export async function spendSignIn(
  { services, request }: { services: Services; request: RequestFacts },
  email: string,
  find: () => Promise<Account | null>,
): Promise<{ giveBack: () => Promise<void> }> {
  const { signInsPerMinute, failedSignInsPerAddress } = services.settings;
  const place = await placeOf({ services, request }, email);
  const ofAccount = {
    most: signInsPerMinute,
    seconds: 60,
    message: 'Too many sign-ins for this account. Please wait a moment.',
  };
  const spent: (() => Promise<void>)[] = [];
  const spend = async (limit: RateLimit) => {
    const giveBack = await services.rateLimits.spend(limit).catch((error: unknown) => {
      throw signInLocked(error, limit.key, find);
    });
    spent.push(giveBack);
  };
  if (await isKnownPlace(services, place)) {
    await spend({ key: `sign-in:${place}`, ...ofAccount });
  } else {
    await spend({
      key: `sign-in-from:${await secretHash(services, addressKey(request.address))}`,
      most: failedSignInsPerAddress,
      seconds: 3600,
      message: 'Too many wrong sign-ins from here. Please try again later.',
    });
    await spend({ key: `sign-in:${await secretHash(services, foldEmailAddress(email))}`, ...ofAccount });
  }
  return {
    giveBack: async () => {
      for (const giveBack of spent) await giveBack();
    },
  };
}

/** A failed sign-in to an existing or unknown account, for the audit log. */
export const signInFailed = (error: unknown, account: Account | null, detail: string): unknown =>
  failedProof(error, { action: 'SIGN_IN_FAILED', detail, who: async () => account && whoOf(account) });

/** Records too many sign-in attempts (429) once a minute, however many follow. Other errors are returned unchanged. */
export function signInLocked(error: unknown, key: string, find: () => Promise<Account | null>): unknown {
  if (!(error instanceof Problem) || error.status !== 429) return error;
  const who = async () => {
    const account = await find();
    return account && whoOf(account);
  };
  return failedProof(error, { action: 'SIGN_IN_LOCKED', detail: 'Too many tries', who, once: `locked:${key}` });
}

interface Call {
  services: Services;
  request: RequestFacts;
}

const mostPlaces = 10;

/**
 * The place of a call (network and browser) as the hash under which an account remembers it. Derived from the email
 * address, so that known and unknown accounts cost the same.
 */
export function placeOf({ services, request }: Call, email: string): Promise<string> {
  // Ignores version numbers: an updated browser is the same browser.
  const browser = (request.header('user-agent') ?? '').replace(/[\d.]+/g, '');
  return secretHash(services, `place:${foldEmailAddress(email)}\n${addressKey(request.address)}\n${browser}`);
}

/** The place of a call if the account was signed in to from there before, else null. */
export async function knownPlaceOf(call: Call, email: string): Promise<string | null> {
  const place = await placeOf(call, email);
  return (await isKnownPlace(call.services, place)) ? place : null;
}

export async function isKnownPlace({ database }: Pick<Services, 'database'>, place: string): Promise<boolean> {
  return (await database.query(sql`SELECT 1 FROM known_places WHERE place_hash = ${place}`)).length > 0;
}

/** Remembers the place of a sign-in, ten per account. Returns true when it is new and not the first. */
export async function rememberPlace(
  { query }: Queries,
  call: Call,
  { user_account_id: id, email }: { user_account_id: string; email: string },
): Promise<boolean> {
  const place = await placeOf(call, email);
  const known = await query<{ place_hash: string }>(
    sql`SELECT place_hash FROM known_places WHERE user_account_id = ${id}`,
  );
  await query(
    sql`INSERT INTO known_places (place_hash, user_account_id, last_seen_at)
      VALUES (${place}, ${id}, ${call.services.clock.now()})
     ON CONFLICT (place_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
  );
  await query(
    sql`DELETE FROM known_places WHERE user_account_id = ${id} AND place_hash NOT IN (
       SELECT place_hash FROM known_places WHERE user_account_id = ${id} ORDER BY last_seen_at DESC LIMIT ${mostPlaces})`,
  );
  return known.length > 0 && known.every((each) => each.place_hash !== place);
}
