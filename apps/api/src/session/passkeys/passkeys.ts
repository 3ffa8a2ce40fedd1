import type { NewPasskey, PasskeyProof, PasskeyQuestion } from '@volume/contract/session/passkeys.ts';
import { Problem } from '#core/problem.ts';
import { fromBase64Url, toBase64Url } from '#core/secrets/keyed-hash.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Spend } from '#session/second-factor/one-time-request.ts';

// Loaded with the first passkey: most servers start without one, and the demo has none.
const webAuthn = () => import('@simplewebauthn/server');

/**
 * A row of the passkeys table. The credential's id and public key (COSE) are base64url; `uses` is the authenticator's
 * signature counter.
 */
export interface Passkey {
  passkey_id: string;
  user_account_id: string;
  credential_id: string;
  public_key: string;
  uses: number;
  transports: string[];
  name: string;
  added_at: Date;
  last_used_at: Date | null;
}

/** How long a browser waits for a passkey, in milliseconds. */
export const passkeyPatience = 120_000;

/** The relying party id and the only accepted origin, both from the portal's address. */
export function relyingParty({ settings }: Pick<Services, 'settings'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(settings.portalUrl);
  return { id: hostname, origin };
}

/** The passkeys of an account, oldest first. */
export function findPasskeys({ query }: Queries, userAccountId: string): Promise<Passkey[]> {
  return query<Passkey>(
    sql`SELECT passkey_id, user_account_id, credential_id, public_key, uses, transports, name, added_at, last_used_at
      FROM passkeys WHERE user_account_id = ${userAccountId} ORDER BY added_at, passkey_id`,
  );
}

export const toDescriptors = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({ id, type: 'public-key' as const, transports }));

/**
 * The WebAuthn request options for these passkeys. The challenge is the id of the one-time request that the proof uses
 * up.
 */
export function questionOf(services: Services, challenge: string, passkeys: readonly Passkey[]): PasskeyQuestion {
  return {
    challenge,
    rpId: relyingParty(services).id,
    timeout: passkeyPatience,
    allowCredentials: toDescriptors(passkeys),
    // A password or a session is checked as well, so possession of the device is enough here.
    userVerification: 'preferred',
  };
}

/** Reads the challenge from the browser's answer. It must not be trusted before the signature is verified. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(
      new TextDecoder().decode(fromBase64Url(response.clientDataJSON)),
    );
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** Limits an account to thirty challenges of any kind in ten minutes. */
export const spendPasskeyAsked = (services: Services, userAccountId: string) =>
  services.rateLimits.spend({
    key: `passkey:${userAccountId}`,
    most: 30,
    seconds: 600,
    message: 'Too many tries. Please wait a few minutes.',
  });

export const wrongPasskey = (): Problem =>
  new Problem(400, 'That passkey was not accepted.', { code: 'PASSKEY_NOT_ACCEPTED' });

/**
 * Verifies the signature of one of an account's passkeys over a challenge; null when it is invalid. The returned
 * function records the use, and rejects an authenticator whose counter does not increase: it was copied.
 */
export async function provePasskey(
  services: Services,
  userAccountId: string,
  { challenge, passkey: proof }: { challenge: string; passkey: PasskeyProof },
): Promise<Spend | null> {
  const passkeys = await findPasskeys(services.database, userAccountId);
  const passkey = passkeys.find(({ credential_id: id }) => id === proof.id);
  if (!passkey) return null;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(services);
  const { verifyAuthenticationResponse } = await webAuthn();
  const uses = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
    credential: {
      id: passkey.credential_id,
      publicKey: fromBase64Url(passkey.public_key),
      counter: passkey.uses,
    },
  }).then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : null),
    () => null,
  );
  return uses === null ? null : (queries) => countUse(queries, passkey, { uses, at: services.clock.now() });
}

async function countUse(
  { query }: Queries,
  { passkey_id: passkeyId }: Passkey,
  { uses, at }: { uses: number; at: Date },
): Promise<void> {
  const counted = await query(
    sql`UPDATE passkeys SET uses = ${uses}, last_used_at = ${at}
      WHERE passkey_id = ${passkeyId} AND (uses < ${uses} OR uses = 0 AND ${uses}::bigint = 0) RETURNING passkey_id`,
  );
  if (counted.length === 0) throw wrongPasskey();
}

/**
 * Verifies a passkey that a browser created for a challenge and returns what is stored of it; null when it is invalid.
 */
export async function readNewPasskey(
  services: Services,
  { challenge, passkey }: { challenge: string; passkey: NewPasskey },
): Promise<Pick<Passkey, 'credential_id' | 'public_key' | 'uses' | 'transports'> | null> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(services);
  const { transports = [], ...response } = passkey.response;
  const { verifyRegistrationResponse } = await webAuthn();
  const made = await verifyRegistrationResponse({
    response: { ...passkey, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
  }).catch(() => null);
  if (!made?.verified) return null;
  const { id, publicKey, counter } = made.registrationInfo.credential;
  return { credential_id: id, public_key: toBase64Url(publicKey), uses: counter, transports };
}
