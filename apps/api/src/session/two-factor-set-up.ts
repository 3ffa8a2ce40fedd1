import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  confirmTwoFactor as confirmTwoFactorEndpoint,
  getTwoFactorSetUp as getTwoFactorSetUpEndpoint,
} from '@volume/contract/session/session.ts';
import { handlePublic } from '#core/handler.ts';
import { findAccount } from './account.ts';
import {
  findRequest,
  replacedHash,
  requestOver,
  spendTry,
  useRequest,
  wrongCode,
} from '#session/second-factor/one-time-request.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { totpPurpose } from '#core/secrets/vault.ts';
import { revokeAccess } from '#core/accounts.ts';
import { recordOwnActivity } from '#session/own/own-account.ts';
import { notifyOwner } from '#session/own/notify-owner.ts';
import { signInAccount } from './open-session.ts';
import { makeRecoveryCodes } from '#session/second-factor/recovery-codes.ts';
import { matchTotpStep, openTotpSecret } from '#session/second-factor/totp.ts';

/** The secret for an authenticator, as text and as the address for its QR code. */
export const getTwoFactorSetUp = handlePublic(getTwoFactorSetUpEndpoint, async ({ params, services }) => {
  const request = await findRequest(services, 'TWO_FACTOR', params.twoFactorRequestId);
  const account = await findAccount(services.database, request.user_account_id);
  if (!account?.is_open || request.secret === null) throw requestOver();
  const label = encodeURIComponent(`Volume:${account.email}`);
  const parameters = new URLSearchParams({
    secret: request.secret,
    issuer: 'Volume',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  return {
    secret: request.secret,
    otpauthUrl: `otpauth://totp/${label}?${parameters}`,
    email: account.email,
    expiresAtUtc: toWireTime(request.expires_at),
  };
});

/** Confirms the authenticator, signs in and returns the recovery codes, only once (contract §2). */
export const confirmTwoFactor = handlePublic(confirmTwoFactorEndpoint, async (call) => {
  const { params, body, services } = call;
  const request = await spendTry(services, 'TWO_FACTOR', params.twoFactorRequestId);
  const account = await findAccount(services.database, request.user_account_id);
  const { secret } = request;
  if (!account?.is_open || secret === null) throw requestOver();
  const replaced = await openTotpSecret(services, account);
  const isOld = replaced !== null && request.code_hash !== (await replacedHash(services, replaced));
  if (isOld) throw requestOver();
  const at = services.clock.now();
  const step = await matchTotpStep(body.code, { secret, at, lastStep: null });
  if (step === null) throw wrongCode();
  const recovery = await makeRecoveryCodes(services, account.user_account_id);
  const signedIn = await signInAccount(call, account, async (queries) => {
    await useRequest(queries, request.id_hash, at);
    await setTotp(queries, account.user_account_id, {
      secret: await services.vault.seal(secret, totpPurpose(account.user_account_id)),
      step,
      replaced: account.totp_secret,
    });
    await recovery.save(queries);
    // Ends sessions that were opened without it; this sign-in opens its session next.
    await revokeAccess(queries, { userAccountId: account.user_account_id, at });
    await recordOwnActivity(queries, call, account, 'TWO_FACTOR_ENABLED', 'Authenticator app');
    await notifyOwner(queries, services, account, 'two-factor-set');
  });
  return { ...signedIn, recoveryCodes: recovery.codes };
});

/** Both secrets are encrypted. */
interface NewTotp {
  secret: string;
  step: number;
  replaced: string | null;
}

/**
 * Fails when the account got another authenticator since the request was opened: an old request must not replace it.
 */
async function setTotp({ query }: Queries, userAccountId: string, totp: NewTotp): Promise<void> {
  const set = await query(
    sql`UPDATE accounts SET two_factor = 'TOTP', totp_secret = ${totp.secret}, totp_last_step = ${totp.step}
     WHERE user_account_id = ${userAccountId} AND (two_factor <> 'TOTP' OR totp_secret = ${totp.replaced})
     RETURNING user_account_id`,
  );
  if (set.length === 0) throw requestOver();
}
