import { stepUpHeader } from '@volume/contract/headers.ts';
import { signIn, type SignedIn, stepUp } from '@volume/contract/session/session.ts';
import { totpCode, totpStep } from '#session/second-factor/totp.ts';
import { mailsTo } from './mails.ts';
import { emailOf, password, type TestPerson, totpSecret } from './seed-people.ts';
import type { TestApp } from './test-app.ts';

/** Signs in one of the seeded users by password, and returns the access token. */
export async function signInAs(test: TestApp, name: TestPerson): Promise<string> {
  const answer = (await test.call(signIn, { body: { email: emailOf(name), password } })).value();
  return (answer as SignedIn).accessToken;
}

/** The header with a fresh step-up of the session, by password unless another proof is given. */
export async function proved(
  test: TestApp,
  token: string,
  proof: { code: string } | { password: string } = { password },
): Promise<Record<string, string>> {
  const { stepUpToken } = (await test.call(stepUp, { token, body: proof })).value();
  return { [stepUpHeader]: stepUpToken };
}

/** Starts the sign-in of a user with a second factor, and returns the request's id. */
export async function beginSignIn(test: TestApp, name: TestPerson): Promise<string> {
  const answer = (await test.call(signIn, { body: { email: emailOf(name), password } })).value();
  if (!('otpRequestId' in answer)) throw new Error(`${name} is not asked for a code`);
  return answer.otpRequestId;
}

/** The current code of an authenticator, or the one of a number of 30 s steps away. */
export function authenticatorCode(test: TestApp, steps = 0, secret = totpSecret): Promise<string> {
  return totpCode(secret, totpStep(test.services.clock.now()) + steps);
}

export async function mailedCode(test: TestApp, name: TestPerson): Promise<string> {
  const [mail] = await mailsTo(test, emailOf(name));
  const code = /\d{6}/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`No code was mailed to ${name}`);
  return code;
}

export function wrongCodeFor(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
