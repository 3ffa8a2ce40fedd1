import { toWireTime } from '@volume/contract/period.ts';
import { stepUp as endpoint } from '@volume/contract/session.ts';
import { refundWindow, spendFromWindow } from '#http/access/spend-from-window.ts';
import { type Call, handle } from '#http/handler.ts';
import { failedProof, whoOf } from '#http/recording/failure.ts';
import { Problem } from '#http/problem.ts';
import { makeStepUpToken } from '#http/writes/step-up-token.ts';
import type { Account } from '#session/account.ts';
import { ownAccount } from '#session/own/own-account.ts';
import { wrongCode } from './one-time-request.ts';
import { proveAuthenticator } from './prove-code.ts';

/**
 * Proves once more that it is them: by a code where the account has an authenticator, else by the password (contract §8).
 * 400 when it is wrong, 429 after ten tries a minute.
 */
export const stepUp = handle(endpoint, async (call) => {
  const { caller, services } = call;
  const account = await ownAccount(services, caller);
  const key = `step-up:${caller.userAccountId}`;
  const message = 'Too many tries. Please wait a moment.';
  const who = async () => whoOf(account);
  await spendFromWindow(services, { key, most: services.settings.signInsPerMinute, seconds: 60, message }).catch(
    (error: unknown) => {
      throw failedProof(error, { action: 'STEP_UP_LOCKED', detail: 'Too many tries', who, once: `locked:${key}` });
    },
  );
  await prove(call, account).catch((error: unknown) => {
    throw failedProof(error, { action: 'STEP_UP_FAILED', detail: 'Wrong code or password', who });
  });
  await refundWindow(services, key);
  const { stepUpToken, expiresAt } = await makeStepUpToken(services, caller.jti);
  return { stepUpToken, expiresAtUtc: toWireTime(expiresAt) };
});

async function prove({ body, services }: Call<typeof endpoint>, account: Account): Promise<void> {
  if (account.two_factor === 'TOTP') {
    if (body.code === undefined) throw new Problem(400, 'code is required');
    const spend = await proveAuthenticator(services, account, body.code);
    if (!spend) throw wrongCode();
    await spend(services.database);
    return;
  }
  if (body.password === undefined) throw new Problem(400, 'password is required');
  const isRight =
    account.password_hash !== null && (await services.passwords.verify(account.password_hash, body.password));
  if (!isRight) throw new Problem(400, 'The password is not right.');
}
