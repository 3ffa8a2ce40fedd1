import {
  addPasskey as addPasskeyEndpoint,
  beginPasskey as beginPasskeyEndpoint,
  removePasskey as removePasskeyEndpoint,
} from '@volume/contract/session/passkeys.ts';
import { forgetFactors, revokeAccess } from '#core/accounts.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { toBase64Url } from '#core/secrets/keyed-hash.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Account } from '#session/account.ts';
import { lockOwnAccount, ownAccount, recordOwnActivity } from '#session/own/own-account.ts';
import { readDevice, notifyOwner } from '#session/own/notify-owner.ts';
import { openRequest, spendAskedTry, useRequest } from '#session/second-factor/one-time-request.ts';
import { mustHaveSecondFactor } from '#session/second-factor/protection.ts';
import { makeRecoveryCodes } from '#session/second-factor/recovery-codes.ts';
import {
  challengeOf,
  findPasskeys,
  passkeyPatience,
  readNewPasskey,
  relyingParty,
  spendPasskeyAsked,
  toDescriptors,
  wrongPasskey,
} from './passkeys.ts';

const most = 10;
const tooManyPasskeys = () =>
  new Problem(409, `An account has ${most} passkeys at most. Remove one first.`, { code: 'TOO_MANY_PASSKEYS' });

/** ES256, EdDSA and RS256 (COSE), which authenticators support. */
const algorithms = [-7, -8, -257];

/**
 * The options with which a browser creates a passkey. Requires a step-up: a stolen session must not be enough to add
 * one.
 */
export const beginPasskey = handle(beginPasskeyEndpoint, async (call) => {
  const { services } = call;
  const { user_account_id: userAccountId, email, name } = await ownAccount(services, call.caller);
  const passkeys = await findPasskeys(services.database, userAccountId);
  if (passkeys.length >= most) throw tooManyPasskeys();
  await spendPasskeyAsked(services, userAccountId);
  const challenge = await openRequest(services, { kind: 'PASSKEY', userAccountId });
  return {
    challenge,
    rp: { id: relyingParty(services).id, name: 'Volume Merchant Portal' },
    user: { id: toBase64Url(new TextEncoder().encode(userAccountId)), name: email, displayName: name ?? email },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeyPatience,
    attestation: 'none' as const,
    excludeCredentials: toDescriptors(passkeys),
    authenticatorSelection: {
      residentKey: 'preferred' as const,
      requireResidentKey: false,
      userVerification: 'preferred' as const,
    },
  };
});

/**
 * Adds a passkey and ends the other sessions. The first second factor of an account comes with recovery codes. 400 when
 * it is wrong, 410 when the request has expired.
 */
export const addPasskey = handle(addPasskeyEndpoint, async (call) => {
  const { services, caller, body, request } = call;
  const { userAccountId } = caller;
  const challenge = challengeOf(body.passkey);
  const asked = await spendAskedTry(services, { kind: 'PASSKEY', id: challenge, wrong: wrongPasskey });
  const made = await readNewPasskey(services, { challenge, passkey: body.passkey });
  if (asked.user_account_id !== userAccountId || !made) throw wrongPasskey();
  const name = body.name ?? readDevice(request) ?? 'Passkey';
  const recovery = await makeRecoveryCodes(services, userAccountId);
  const at = services.clock.now();
  const isFirst = await services.database.transaction(async (queries) => {
    const account = await lockOwnAccount(queries, caller);
    const { two_factor: kind } = account;
    if ((await findPasskeys(queries, userAccountId)).length >= most) throw tooManyPasskeys();
    await useRequest(queries, asked.id_hash, at);
    const added = await queries.query(
      sql`INSERT INTO passkeys (passkey_id, user_account_id, credential_id, public_key, uses, transports, name, added_at)
        VALUES (${services.random.uuid()}, ${userAccountId}, ${made.credential_id}, ${made.public_key}, ${made.uses},
          ${made.transports}, ${name}, ${at})
        ON CONFLICT (credential_id) DO NOTHING RETURNING passkey_id`,
    );
    if (added.length === 0) throw new Problem(409, 'This passkey was added before.', { code: 'PASSKEY_EXISTS' });
    if (kind === 'NONE') {
      await queries.query(sql`UPDATE accounts SET two_factor = 'PASSKEY' WHERE user_account_id = ${userAccountId}`);
      await recovery.save(queries);
    }
    await revokeAccess(queries, { userAccountId, at, except: caller.jti });
    await recordOwnActivity(queries, call, account, 'PASSKEY_ADDED', name);
    await notifyOwner(queries, services, account, 'passkey-added');
    return kind === 'NONE';
  });
  return { recoveryCodes: isFirst ? recovery.codes : [] };
});

/**
 * Removes a passkey and ends the other sessions, because its device may be in the wrong hands. Removing the only second
 * factor also removes the recovery codes, and is 409 where one is required.
 */
export const removePasskey = handle(removePasskeyEndpoint, async (call) => {
  const { services, caller, params } = call;
  const { userAccountId } = caller;
  await services.database.transaction(async (queries) => {
    const account = await lockOwnAccount(queries, caller);
    const [removed] = await queries.query<{ name: string }>(
      sql`DELETE FROM passkeys WHERE user_account_id = ${userAccountId} AND passkey_id = ${params.passkeyId} RETURNING name`,
    );
    if (!removed) throw notFound('This passkey');
    if (account.two_factor === 'PASSKEY' && (await findPasskeys(queries, userAccountId)).length === 0) {
      await endLast(call, queries, account);
    }
    await revokeAccess(queries, { userAccountId, at: services.clock.now(), except: caller.jti });
    await recordOwnActivity(queries, call, account, 'PASSKEY_REMOVED', removed.name);
    await notifyOwner(queries, services, account, 'passkey-removed');
  });
});

async function endLast(
  { services }: Call<typeof removePasskeyEndpoint>,
  queries: Queries,
  account: Account,
): Promise<void> {
  if (mustHaveSecondFactor(services, account))
    throw new Problem(409, 'A second factor is required here.', { code: 'SECOND_FACTOR_REQUIRED' });
  const { user_account_id: userAccountId } = account;
  await queries.query(sql`UPDATE accounts SET two_factor = 'NONE' WHERE user_account_id = ${userAccountId}`);
  await forgetFactors(queries, userAccountId);
}
