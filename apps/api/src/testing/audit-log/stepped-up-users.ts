import { verifyOtp } from '@volume/contract/session/session.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, proved, signInAs } from '#testing/sign-in-as.ts';
import type { TestApp } from '#testing/test-app.ts';

export const harbour = { merchantId: ids.harbour };
export const shop = { ...harbour, applicationId: ids.harbourShop };

/** A user who has just signed in and made a step-up by password. */
export async function as(app: TestApp, name: TestPerson): Promise<{ token: string; headers: Record<string, string> }> {
  const token = await signInAs(app, name);
  return { token, headers: await proved(app, token) };
}

/** The same for a user with an authenticator; each of its codes is valid once. */
export async function asByCode(app: TestApp, name: TestPerson) {
  app.pass({ minutes: 1 });
  const params = { otpRequestId: await beginSignIn(app, name) };
  const answer = await app.call(verifyOtp, { params, body: { code: await authenticatorCode(app) } });
  const { accessToken: token } = answer.value();
  app.pass({ minutes: 1 });
  return { token, headers: await proved(app, token, { code: await authenticatorCode(app) }) };
}

/** The headers of an idempotent write. */
export const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
