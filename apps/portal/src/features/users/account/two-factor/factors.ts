import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { beginEmailFactor, beginTwoFactor, confirmEmailFactor } from '@volume/contract/own-security.ts';
import type { getTwoFactorSetUp } from '@volume/contract/session.ts';
import { proveSetUp, readSetUp } from '#platform/calls/secret-calls.ts';
import { call } from '#platform/provider-api.ts';
import { replaceToken } from '#platform/session/session.ts';
import type { Factor } from './factor-dialog.tsx';

type SetUp = ResponseOf<typeof getTwoFactorSetUp> & { twoFactorRequestId: string };

/** An authenticator app. `isReplacing`: another one is there, and goes on until this one is proved. */
export const authenticatorFactor = (isReplacing: boolean): Factor<SetUp> => ({
  title: isReplacing ? 'Replace your authenticator' : 'Set up an authenticator',
  why: isReplacing
    ? 'Your current app works until you confirm a code from the new one. You’ll get new recovery codes.'
    : 'You need an authenticator app on your phone or computer. You’ll sign in with your password and a code from the app.',
  action: 'Continue',
  begin: async (stepUp) => {
    const { twoFactorRequestId } = await call(beginTwoFactor, { stepUp });
    return { twoFactorRequestId, ...(await readSetUp(twoFactorRequestId)) };
  },
  describe: ({ email }) => `Add ${email} to your app.`,
  codeLabel: 'Code from your app',
  confirm: async ({ twoFactorRequestId }, code) => {
    const answer = await proveSetUp(twoFactorRequestId, code);
    // The proof opened a session of its own: this browser goes on in it.
    replaceToken(answer.accessToken);
    return answer.recoveryCodes;
  },
  isSent: false,
  done: 'Your authenticator is set up',
});

/** Codes by email. `isReplacing`: an authenticator is there, and goes on until the mailed code came back. */
export const emailFactor = (isReplacing: boolean): Factor<ResponseOf<typeof beginEmailFactor>> => ({
  title: 'Get your codes by email',
  why: isReplacing
    ? 'Your authenticator works until you confirm the emailed code, then stops working. An authenticator app is safer than email.'
    : 'You’ll sign in with your password and a code we email you. We’ll send one now to check that it arrives.',
  action: 'Email a code',
  begin: (stepUp) => call(beginEmailFactor, { stepUp }),
  describe: ({ email }) => `We’ve emailed a code to ${email}.`,
  codeLabel: 'Code from the email',
  confirm: async ({ twoFactorRequestId }, code) =>
    (await call(confirmEmailFactor, { params: { twoFactorRequestId }, body: { code } })).recoveryCodes,
  isSent: true,
  done: 'Your codes now come by email',
});
