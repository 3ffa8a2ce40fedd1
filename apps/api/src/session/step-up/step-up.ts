import { toWireTime } from '@volume/contract/period.ts';
import { stepUp as endpoint } from '@volume/contract/session.ts';
import { addressKey } from '#core/limits/address-key.ts';
import { type Call, handle } from '#core/handler.ts';
import { failedProof, whoOf } from '#core/activity/failure.ts';
import { Problem } from '#core/problem.ts';
import { makeStepUpToken } from '#core/step-up/step-up-token.ts';
import type { Services } from '#core/services.ts';
import type { Account } from '#session/account.ts';
import { ownAccount } from '#session/own/own-account.ts';
import { isEmailCode } from '#session/second-factor/email-code.ts';
import { stepUpRequestId } from './mail-step-up-code.ts';
import { spendTry, useRequest, wrongCode } from '#session/second-factor/one-time-request.ts';
import { isSixDigits, proveAuthenticator } from '#session/second-factor/prove-code.ts';

/**
 * Proves once more that it is them: by a code where the account has a second factor, from the authenticator or the mail that
 * `mailStepUpCode` sent, else by the password (contract §8). 400 when it is wrong, 410 when the mailed code is over, 429 after
 * ten tries a minute or thirty wrong ones an hour.
 */
export const stepUp = handle(endpoint, async (call) => {
  const { caller, services } = call;
  const account = await ownAccount(services, caller);
  const key = `step-up:${caller.userAccountId}`;
  const message = 'Too many tries. Please wait a moment.';
  const who = async () => whoOf(account);
  const locked = (error: unknown): never => {
    throw failedProof(error, { action: 'STEP_UP_LOCKED', detail: 'Too many tries', who, once: `locked:${key}` });
  };
  const { signInsPerMinute } = services.settings;
  await services.windows.spend({ key, most: signInsPerMinute, seconds: 60, message }).catch(locked);
  const giveBack = await services.windows
    .spend({
      key: `step-up-hour:${caller.userAccountId}`,
      most: 30,
      seconds: 3600,
      message: 'Too many wrong tries. Please try again later.',
    })
    .catch(locked);
  await prove(call, account).catch((error: unknown) => {
    throw failedProof(error, { action: 'STEP_UP_FAILED', detail: 'Wrong code or password', who });
  });
  await services.windows.refund(key);
  await giveBack();
  const { stepUpToken, expiresAt } = await makeStepUpToken(services, caller.jti);
  return { stepUpToken, expiresAtUtc: toWireTime(expiresAt) };
});

async function prove({ body, caller, services, request }: Call<typeof endpoint>, account: Account): Promise<void> {
  if (account.two_factor !== 'NONE') {
    if (body.code === undefined) throw new Problem(400, 'code is required');
    if (account.two_factor === 'EMAIL' && isSixDigits(body.code)) return proveMailed(services, caller.jti, body.code);
    const spend = await proveAuthenticator(services, account, body.code);
    if (!spend) throw wrongCode();
    await spend(services.database);
    return;
  }
  if (body.password === undefined) throw new Problem(400, 'password is required');
  const isRight =
    account.password_hash !== null &&
    (await services.passwords.verify(account.password_hash, body.password, addressKey(request.address)));
  if (!isRight) throw new Problem(400, 'That password is incorrect.');
}

async function proveMailed(services: Services, jti: string, code: string): Promise<void> {
  const request = await spendTry(services, 'STEP_UP', stepUpRequestId(jti)).catch((error: unknown) => {
    // None was asked for: then no code is right.
    throw error instanceof Problem && error.status === 404 ? wrongCode() : error;
  });
  if (!(await isEmailCode(services, request, code))) throw wrongCode();
  await services.database.transaction((queries) => useRequest(queries, request.id_hash, services.clock.now()));
}
