import { verifyOtp } from '@volume/contract/session.ts';
import { ids, type PersonName } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, proved, signInAs } from '#testing/sign-in-as.ts';
import type { TestApp } from '#testing/test-app.ts';

export const harbour = { merchantId: ids.harbour };
export const shop = { ...harbour, applicationId: ids.harbourShop };

/** One who has just signed in and proved themselves by their password. */
export async function as(app: TestApp, name: PersonName): Promise<{ token: string; headers: Record<string, string> }> {
  const token = await signInAs(app, name);
  return { token, headers: await proved(app, token) };
}

/** The same for one with an authenticator; each of its codes counts once. */
export async function asByCode(app: TestApp, name: PersonName) {
  app.pass({ minutes: 1 });
  const params = { otpRequestId: await beginSignIn(app, name) };
  const answer = await app.call(verifyOtp, { params, body: { code: await authenticatorCode(app) } });
  const { accessToken: token } = answer.value();
  app.pass({ minutes: 1 });
  return { token, headers: await proved(app, token, { code: await authenticatorCode(app) }) };
}

/** Headers of a write that is made once. */
export const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
