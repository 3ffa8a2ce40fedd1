import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { beginEmailFactor, beginTwoFactor, confirmEmailFactor } from '@volume/contract/own-security.ts';
import type { getTwoFactorSetUp } from '@volume/contract/session.ts';
import { proveSetUp, readSetUp } from '#platform/calls/secret-calls.ts';
import { call } from '#platform/provider-api.ts';
import { replaceToken } from '#platform/session.ts';
import type { Factor } from './factor-dialog.tsx';

type SetUp = ResponseOf<typeof getTwoFactorSetUp> & { twoFactorRequestId: string };

/** An authenticator app. `isReplacing`: another one is there, and goes on until this one is proved. */
export const authenticatorFactor = (isReplacing: boolean): Factor<SetUp> => ({
  title: isReplacing ? 'Replace your authenticator' : 'Set up an authenticator',
  why: isReplacing
    ? 'The app you use now works until the new one is proved by a code. You get new recovery codes.'
    : 'You need an authenticator app on your phone or computer. Signing in then takes your password and a code from it.',
  deed: 'Continue',
  begin: async (stepUp) => {
    const { twoFactorRequestId } = await call(beginTwoFactor, { stepUp });
    return { twoFactorRequestId, ...(await readSetUp(twoFactorRequestId)) };
  },
  describe: ({ email }) => `Add ${email} to the app.`,
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
    ? 'Your authenticator works until a mailed code came back here; after that it opens nothing. An authenticator is the safer of the two.'
    : 'Signing in then takes your password and a code from your mail. We send one now, to see that it arrives.',
  deed: 'Mail a code',
  begin: (stepUp) => call(beginEmailFactor, { stepUp }),
  describe: ({ email }) => `We mailed a code to ${email}.`,
  codeLabel: 'Code from the mail',
  confirm: async ({ twoFactorRequestId }, code) =>
    (await call(confirmEmailFactor, { params: { twoFactorRequestId }, body: { code } })).recoveryCodes,
  isSent: true,
  done: 'Your codes come by email now',
});
