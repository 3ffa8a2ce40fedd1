import { signIn as endpoint, type SignInAnswer } from '@volume/contract/session/session.ts';
import { type LockedAccount, lockAccount } from '#core/accounts.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { handlePublic, type PublicCall } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { lockMerchantState } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';
import { type Account, findAccountByEmail } from './account.ts';
import { knownPlaceOf, signInFailed, spendSignIn } from '#session/limits/sign-in-limits.ts';
import { signInAccount, type SignInCall } from './open-session.ts';
import { mustHaveSecondFactor } from '#session/second-factor/protection.ts';
import { newRequest, signInRequest } from './second-factor/one-time-request.ts';
import { mailSignInCode } from './second-factor/sign-in-code.ts';
import { toBase32 } from '#session/second-factor/totp.ts';

// The hash of an unknown random password with the usual cost: an unknown account takes as long as a known one.
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$R6Hz3hb4FgbKp1cVv2pbUw$PnRw8bqC0S0b0mQ1n4rW8cZy3iXkG5tq2uJmXo7dLeE';

/** Signs in with email and password, or returns which second step is needed (contract §2, §8). */
export const signIn = handlePublic(endpoint, async (call) => {
  const { body, services } = call;
  const find = () => findAccountByEmail(services.database, body.email);
  const { giveBack } = await spendSignIn(call, body.email, find);
  const account = await find();
  const isRefused = !account?.password_hash || !account.is_open;
  const isRight = await verify(call, account?.password_hash ?? nobodysHash, isRefused).catch(async (error: unknown) => {
    // The password was not verified, so this does not count as a failed sign-in.
    await giveBack();
    throw error;
  });
  if (!isRight || isRefused) {
    const detail = isRight ? 'Account closed or not set up' : 'Wrong password';
    throw signInFailed(
      new Problem(401, 'The email address or password is incorrect.', { code: 'WRONG_EMAIL_OR_PASSWORD' }),
      account,
      detail,
    );
  }
  await giveBack();
  return nextStep(call, account);
});

function verify(
  { body, services, request }: PublicCall<typeof endpoint>,
  hash: string,
  isRefused: boolean,
): Promise<boolean> {
  return services.passwords.verify(hash, body.password, addressKey(request.address), isRefused);
}

type Change = (queries: Queries) => Promise<void>;

/**
 * Opens the session, or the second step that the account needs. `change` runs in the same transaction before that, with
 * the account locked.
 */
export async function nextStep(call: SignInCall, account: Account, change?: Change): Promise<SignInAnswer> {
  const { services } = call;
  const inSecondStep = <T>(open: (queries: Queries) => Promise<T>): Promise<T> =>
    services.database.transaction(async (queries) => {
      const locked = await lockAccount(queries, account.user_account_id);
      await change?.(queries);
      requireUnchanged(account, locked);
      return open(queries);
    });
  const userAccountId = account.user_account_id;
  if (account.two_factor !== 'NONE') {
    const openRequest = await signInRequest(services, {
      userAccountId,
      place: await knownPlaceOf(call, account.email),
    });
    const otpRequestId = await inSecondStep(async (queries) => {
      if (account.two_factor === 'EMAIL') await mailSignInCode(queries, services, account);
      return openRequest(queries);
    });
    return { otpRequestId };
  }
  if (mustHaveSecondFactor(services, account)) {
    const secret = toBase32(services.random.bytes(20));
    const request = await newRequest(services, { kind: 'TWO_FACTOR', userAccountId, secret });
    await inSecondStep((queries) => request.save(queries));
    return { twoFactorRequestId: request.id };
  }
  return signInAccount(call, account, async (queries, locked) => {
    await change?.(queries);
    requireUnchanged(account, locked);
    await requirePasswordIsEnough(queries, account);
  });
}

/** Rejects a verified password when the account has changed since then. */
function requireUnchanged(account: Account, locked: LockedAccount | null): void {
  const isSame =
    locked?.is_enabled && locked.password_hash === account.password_hash && locked.two_factor === account.two_factor;
  if (isSame) return;
  const refusal = new Problem(401, 'Your account was changed while you were signing in. Please sign in again.');
  throw signInFailed(refusal, account, 'Account changed during the sign-in');
}

/**
 * Locks the merchant's policy until the session is committed: requiring a second factor ends every session that was
 * opened before.
 */
async function requirePasswordIsEnough(queries: Queries, { merchant_id: merchantId }: Account): Promise<void> {
  if (merchantId === null) return;
  await lockMerchantState(queries, merchantId, 'shared');
  const [policy] = await queries.query<{ isRequired: boolean }>(
    sql`SELECT requires_two_factor AS "isRequired" FROM merchants WHERE merchant_id = ${merchantId}`,
  );
  if (policy?.isRequired) throw new Problem(401, 'A second factor is required now. Sign in again.');
}
