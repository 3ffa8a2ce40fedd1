import {
  beginEmailFactor,
  beginTwoFactor,
  getOwnTwoFactor,
  listOwnSessions,
} from '@volume/contract/session/own-security.ts';
import { addPasskey, beginPasskey } from '@volume/contract/session/passkeys.ts';
import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { getTwoFactorSetUp } from '@volume/contract/session/session.ts';
import { listUsers } from '@volume/contract/users/users.ts';
import { newPasswordLink, storePasswordLink } from '#core/mail/mail-password-link.ts';
import type { CallInput } from '#testing/call-api.ts';
import { latestLink } from '#testing/mails.ts';
import { accountIdOf, emailOf, password, type TestPerson } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, mailedCode } from '#testing/sign-in-as.ts';
import { softAuthenticator } from '#testing/devices/soft-authenticator.ts';
import type { TestApp } from '#testing/test-app.ts';
import { as, asByCode, harbour } from './stepped-up-users.ts';

const fresh = 'seven kites over the harbour';

/** An authenticator that is set up except for its first code. */
async function beginAuthenticator(app: TestApp, name: TestPerson) {
  const params = (await app.call(beginTwoFactor, await as(app, name))).value();
  const { secret } = (await app.call(getTwoFactorSetUp, { params })).value();
  return { ...params, code: await authenticatorCode(app, 0, secret) };
}

/** A passkey for a user with an authenticator, ready to be added. */
async function beginKey(app: TestApp) {
  const by = await asByCode(app, 'bytotp');
  const key = softAuthenticator();
  return { by, key, body: { passkey: key.make((await app.call(beginPasskey, by)).value()) } };
}

async function addKey(app: TestApp) {
  const { by, key, body } = await beginKey(app);
  await app.call(addPasskey, { ...by, body });
  return { by, key };
}

/** Creates everything that each call of users about themselves needs, and returns its input. */
export const accountCalls = {
  verifyOtp: async (app: TestApp): Promise<CallInput> => {
    const otpRequestId = await beginSignIn(app, 'bytotp');
    return { params: { otpRequestId }, body: { code: await authenticatorCode(app) } };
  },
  proveOtp: async (app: TestApp): Promise<CallInput> => {
    const otpRequestId = await beginSignIn(app, 'byemail');
    return { body: { otpRequestId, code: await mailedCode(app, 'byemail') } };
  },
  proveOtpByPasskey: async (app: TestApp): Promise<CallInput> => {
    const { key } = await addKey(app);
    const otpRequestId = await beginSignIn(app, 'bytotp');
    const passkey = key.use({ challenge: otpRequestId, rpId: 'portal.example.com' });
    return { body: { otpRequestId, passkey } };
  },
  addPasskey: async (app: TestApp): Promise<CallInput> => {
    const { by, body } = await beginKey(app);
    return { ...by, body };
  },
  removePasskey: async (app: TestApp): Promise<CallInput> => {
    const { by } = await addKey(app);
    const [last] = (await app.call(getOwnTwoFactor, by)).value().passkeys.toReversed();
    return { ...by, params: { passkeyId: last?.passkeyId ?? 'none' } };
  },
  proveTwoFactor: async (app: TestApp): Promise<CallInput> => {
    return { body: await beginAuthenticator(app, 'operator') };
  },
  confirmTwoFactor: async (app: TestApp): Promise<CallInput> => {
    const { twoFactorRequestId, code } = await beginAuthenticator(app, 'roleless');
    return { params: { twoFactorRequestId }, body: { code } };
  },
  confirmEmailFactor: async (app: TestApp): Promise<CallInput> => {
    const by = await as(app, 'viewer');
    const { twoFactorRequestId } = (await app.call(beginEmailFactor, by)).value();
    return { ...by, params: { twoFactorRequestId }, body: { code: await mailedCode(app, 'viewer') } };
  },
  renewRecoveryCodes: (app: TestApp): Promise<CallInput> => asByCode(app, 'bytotp'),
  setTwoFactorPolicy: async (app: TestApp): Promise<CallInput> => ({
    ...(await asByCode(app, 'bytotp')),
    params: harbour,
    body: { isRequired: false },
  }),
  endTwoFactor: (app: TestApp): Promise<CallInput> => asByCode(app, 'bytotp'),
  resetPassword: async (app: TestApp): Promise<CallInput> => {
    await app.call(forgotPassword, { body: { email: emailOf('operator') } });
    await app.runDueWork();
    return { body: { token: await latestLink(app, emailOf('operator')), password: fresh } };
  },
  /** The password stays, so that the user can sign in for later calls. */
  acceptInvitation: async (app: TestApp): Promise<CallInput> => {
    const link = await newPasswordLink(app.services);
    const invited = { userAccountId: accountIdOf('stranger'), type: 'SET_PASSWORD', link } as const;
    await storePasswordLink(app.services.database, app.services.clock, invited);
    return { body: { token: link.url.split('#')[1], password } };
  },
  changePassword: async (app: TestApp): Promise<CallInput> => ({
    ...(await as(app, 'editor')),
    body: { password: fresh },
  }),
  signOut: (app: TestApp): Promise<CallInput> => as(app, 'stranger'),
  signOutEverywhere: (app: TestApp): Promise<CallInput> => as(app, 'stranger'),
  endOwnSession: async (app: TestApp): Promise<CallInput> => {
    const other = await as(app, 'stranger');
    const [own] = (await app.call(listOwnSessions, other)).value();
    return { ...(await as(app, 'stranger')), params: { sessionId: own?.sessionId ?? 'none' } };
  },
  /** For the user that `createUser` has added. */
  resendInvitation: async (app: TestApp): Promise<CallInput> => {
    const { token } = await as(app, 'merchantadmin');
    const accounts = (await app.call(listUsers, { token, params: harbour })).value();
    const userId = accounts.find(({ email }) => email === 'new@test.example')?.userId ?? 'nobody';
    return { params: { ...harbour, userId } };
  },
};
