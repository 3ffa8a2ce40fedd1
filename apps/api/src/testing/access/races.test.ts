import {
  beginTwoFactor,
  changePassword,
  endOwnSession,
  listOwnSessions,
  signOutEverywhere,
} from '@volume/contract/session/own-security.ts';
import {
  addPasskey,
  beginPasskey,
  lookUpOtp,
  proveOtpByPasskey,
  removePasskey,
} from '@volume/contract/session/passkeys.ts';
import { forgotPassword, resetPassword } from '@volume/contract/session/passwords.ts';
import {
  confirmTwoFactor,
  getSelf,
  getTwoFactorSetUp,
  renewSession,
  signIn,
  signOut,
  verifyOtp,
} from '@volume/contract/session/session.ts';
import { setTwoFactorPolicy } from '@volume/contract/session/two-factor-policy.ts';
import { disableUser, enableUser, resetTwoFactor, updateUser } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createVault, totpPurpose } from '#core/secrets/vault.ts';
import { softAuthenticator } from '#testing/devices/soft-authenticator.ts';
import { latestLink } from '#testing/mails.ts';
import { countDeadlocks } from '#testing/money/count-deadlocks.ts';
import { openPeople } from '#testing/open-people.ts';
import { testSecretsKey } from '#testing/secrets-key.ts';
import { accountIdOf, emailOf, ids, password, totpSecret } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, mailedCode, proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createNaiveSessions } from './naive-twin.ts';
import { pausingBefore, untilDoneOrBlocked } from './pausing.ts';

interface Answer {
  status: number;
  text: string;
}
const fresh = 'seven kites over the harbour';
const target = { merchantId: ids.harbour, userId: accountIdOf('viewer') };
const newSession = /^\s*INSERT INTO sessions/;
const newRequest = /^\s*INSERT INTO one_time_requests/;

let database: Database;
let api: TestApp;
let minutes: number;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());
beforeEach(async () => {
  api = createTestApp(database);
  minutes = 0;
  await database.run(`DELETE FROM throttle_counters; DELETE FROM sessions; DELETE FROM one_time_requests; DELETE FROM sign_in_codes;
    DELETE FROM outbox_mail; DELETE FROM recovery_codes; DELETE FROM passkeys; DELETE FROM reset_tokens; DELETE FROM due_work;
    UPDATE merchants SET requires_two_factor = false`);
  await database.query(
    `UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL, totp_last_step = NULL, password_hash = $2, is_enabled = true,
      roles = '{MERCHANT_VIEWER}' WHERE user_account_id = $1`,
    [target.userId, `plain:${password}`],
  );
});

/** Moves the clocks of both instances. */
function pass(more: number): void {
  minutes += more;
  api.pass({ minutes: more });
}

/** Sets the viewer's second factor in the database: a call would end sessions. */
async function setFactor(kind: 'NONE' | 'EMAIL' | 'TOTP'): Promise<void> {
  const sealed = await createVault(testSecretsKey).seal(totpSecret, totpPurpose(target.userId));
  await database.query(
    `UPDATE accounts SET two_factor = $2, totp_secret = $3, totp_last_step = NULL WHERE user_account_id = $1`,
    [target.userId, kind, kind === 'TOTP' ? sealed : null],
  );
}

/** Another instance, whose password check only completes after `before` has happened. */
function verifyingAfter(before: () => Promise<unknown>): TestApp {
  const verify = async (hash: string, given: string) => {
    await before();
    return hash === `plain:${given}`;
  };
  const instance = createTestApp(database, { parts: { passwords: { ...api.services.passwords, verify } } });
  instance.pass({ minutes });
  return instance;
}

/**
 * Makes `call` at another instance, which pauses before the statement until `other` is done or waits for a lock.
 * Returns both responses.
 */
async function race(statement: RegExp, call: (instance: TestApp) => Promise<Answer>, other: () => Promise<Answer>) {
  let running: Promise<Answer> | undefined;
  const paused = pausingBefore(database, statement, () => {
    running = other();
    return untilDoneOrBlocked(database, running);
  });
  const instance = createTestApp(paused);
  instance.pass({ minutes });
  const answer = await call(instance);
  if (!running) throw new Error('The statement was never reached.');
  return { answer, other: await running };
}

const statusOf = async (token: string) => (await api.call(getSelf, { token })).status;
const tokenIn = ({ text }: Answer) => (JSON.parse(text || '{}') as { accessToken?: string }).accessToken;
/** The sign-in or renewal must be refused, or its session must be invalid. */
async function expectNothingOpened(answer: Answer): Promise<void> {
  const token = tokenIn(answer);
  expect(token === undefined ? 401 : await statusOf(token)).toBe(401);
}
const signInAt = (instance: TestApp) =>
  // From another network than the prepared sessions: both calls would lock the row of a known one.
  instance.call(signIn, { body: { email: emailOf('viewer'), password }, address: '203.0.113.9' });

/** A step-up of the viewer in their own session, with the factor they have. */
async function ownProof(token: string): Promise<Record<string, string>> {
  const [account] = await database.query<{ kind: string }>(
    'SELECT two_factor AS kind FROM accounts WHERE user_account_id = $1',
    [target.userId],
  );
  return proved(api, token, account?.kind === 'TOTP' ? { code: await authenticatorCode(api, 1) } : { password });
}

/** Calls that end the viewer's sessions, each prepared in advance; `token` is a session of the viewer. */
const revocations = {
  'a reset of the password': async () => {
    await api.call(forgotPassword, { body: { email: emailOf('viewer') } });
    await api.runDueWork();
    const body = { token: await latestLink(api, emailOf('viewer')), password: fresh };
    return () => api.call(resetPassword, { body });
  },
  'a change of the password': async (token: string) => {
    const headers = await ownProof(token);
    return () => api.call(changePassword, { token, headers, body: { password: fresh } });
  },
  'the end of all sessions': async (token: string) => () => api.call(signOutEverywhere, { token }),
  'a disabling': async () => {
    const by = await signInAs(api, 'merchantadmin');
    const headers = await proved(api, by);
    return async () => {
      const answer = await api.call(disableUser, { token: by, params: target });
      await api.call(enableUser, { token: by, headers, params: target });
      return answer;
    };
  },
  'a change of roles': async () => {
    const by = await signInAs(api, 'merchantadmin');
    const headers = await proved(api, by);
    const body = { roles: ['MERCHANT_OPERATOR'] };
    return () => api.call(updateUser, { token: by, headers, params: target, body });
  },
  'a reset of the second factor': async () => {
    await setFactor('TOTP');
    const by = await signInAs(api, 'merchantadmin');
    const headers = await proved(api, by);
    return () => api.call(resetTwoFactor, { token: by, headers, params: target });
  },
  'a new authenticator': async (token: string) => {
    const params = (await api.call(beginTwoFactor, { token, headers: await ownProof(token) })).value();
    const { secret } = (await api.call(getTwoFactorSetUp, { params })).value();
    const code = await authenticatorCode(api, 0, secret);
    return () => api.call(confirmTwoFactor, { params, body: { code } });
  },
  'the policy that requires a second factor': async () => {
    const params = { otpRequestId: await beginSignIn(api, 'bytotp') };
    await database.query('UPDATE accounts SET totp_last_step = NULL WHERE user_account_id = $1', [
      accountIdOf('bytotp'),
    ]);
    const by = (await api.call(verifyOtp, { params, body: { code: await authenticatorCode(api) } })).value()
      .accessToken;
    const headers = await proved(api, by, { code: await authenticatorCode(api, 1) });
    const body = { isRequired: true };
    return () => api.call(setTwoFactorPolicy, { token: by, headers, params: { merchantId: ids.harbour }, body });
  },
} satisfies Record<string, (token: string) => Promise<() => Promise<Answer>>>;
type Revocation = keyof typeof revocations;
const allRevocations = Object.keys(revocations) as Revocation[];

/** Prepares a revocation with a session of the viewer that does not expire soon. */
async function prepare(name: Revocation) {
  const token = await signInAs(api, 'viewer');
  const revoke: () => Promise<Answer> = await revocations[name](token);
  return { token, revoke };
}

describe('no session survives', () => {
  test.each(allRevocations)('a renewal that runs concurrently with %s', async (name) => {
    const stolen = await signInAs(api, 'viewer');
    pass(56);
    const { revoke } = await prepare(name);
    const { answer, other } = await race(newSession, (at) => at.call(renewSession, { token: stolen }), revoke);
    expect(other.status).toBeLessThan(300);
    await expectNothingOpened(answer);
  });

  test.each(allRevocations.filter((name) => !name.startsWith('a reset of the second')))(
    'a sign-in that opens its session concurrently with %s',
    async (name) => {
      const { revoke } = await prepare(name);
      const { answer, other } = await race(newSession, signInAt, revoke);
      expect(other.status).toBeLessThan(300);
      await expectNothingOpened(answer);
    },
  );

  test.each([
    'a reset of the password',
    'a change of the password',
    'a new authenticator',
    'the policy that requires a second factor',
  ] as const)('a sign-in whose password was checked before %s', async (name) => {
    const { revoke } = await prepare(name);
    const answer = await signInAt(verifyingAfter(revoke));
    expect(answer.status).toBe(401);
  });

  test('a sign-in whose password was checked before the user was disabled', async () => {
    const token = await signInAs(api, 'merchantadmin');
    const answer = await signInAt(verifyingAfter(() => api.call(disableUser, { token, params: target })));
    expect(answer.status).toBe(401);
  });

  test.each(['EMAIL', 'TOTP'] as const)(
    'a sign-in with %s codes whose password was checked before a reset of the password',
    async (kind) => {
      await setFactor(kind);
      const revoke = await revocations['a reset of the password']();
      const begun = await signInAt(verifyingAfter(revoke));
      expect(begun.status).toBe(401);
    },
  );

  test.each(['a reset of the password', 'the end of all sessions', 'a disabling'] as const)(
    'a sign-in that requests its code concurrently with %s',
    async (name) => {
      const { revoke } = await prepare(name);
      await setFactor('TOTP');
      const { answer } = await race(newRequest, signInAt, revoke);
      const { otpRequestId } = JSON.parse(answer.text) as { otpRequestId: string };
      const body = { code: await authenticatorCode(api, 1) };
      expect((await api.call(verifyOtp, { params: { otpRequestId }, body })).status).toBe(410);
    },
  );

  test.each(['EMAIL', 'TOTP'] as const)(
    'a sign-in with %s codes that opens its session concurrently with a reset of the password',
    async (kind) => {
      await setFactor(kind);
      const revoke = await revocations['a reset of the password']();
      const params = { otpRequestId: await beginSignIn(api, 'viewer') };
      const code = kind === 'EMAIL' ? await mailedCode(api, 'viewer') : await authenticatorCode(api);
      const { answer } = await race(newSession, (at) => at.call(verifyOtp, { params, body: { code } }), revoke);
      await expectNothingOpened(answer);
    },
  );
});

describe('a passkey', () => {
  async function viewerWithKey() {
    const token = await signInAs(api, 'viewer');
    const headers = await proved(api, token);
    const key = softAuthenticator();
    const wish = (await api.call(beginPasskey, { token, headers })).value();
    await api.call(addPasskey, { token, body: { name: 'Key', passkey: key.make(wish) } });
    const otpRequestId = await beginSignIn(api, 'viewer');
    const { passkey: question } = (await api.call(lookUpOtp, { body: { otpRequestId } })).value();
    const [row] = await database.query<{ id: string }>('SELECT passkey_id AS id FROM passkeys');
    const remove = () => api.call(removePasskey, { token, headers, params: { passkeyId: row!.id } });
    return { token, remove, body: { otpRequestId, passkey: key.use(question!) } };
  }

  test.each([
    ['opens its session', newSession],
    ['counts its use', /^\s*UPDATE passkeys/],
  ])('does not complete a sign-in that %s while it is removed', async (_, statement) => {
    const { token, remove, body } = await viewerWithKey();
    const { answer, other } = await race(statement, (at) => at.call(proveOtpByPasskey, { body }), remove);
    expect(other.status).toBe(204);
    await expectNothingOpened(answer);
    expect(await statusOf(token)).toBe(200);
  });
});

describe('the session that makes the change stays valid', () => {
  test('when it was renewed just before, and no other session does', async () => {
    const [token, other] = [await signInAs(api, 'viewer'), await signInAs(api, 'viewer')];
    pass(56);
    const headers = await proved(api, token);
    const successor = (await api.call(renewSession, { token })).value().accessToken;
    expect((await api.call(changePassword, { token, headers, body: { password: fresh } })).status).toBe(204);
    expect([await statusOf(successor), await statusOf(token), await statusOf(other)]).toEqual([200, 200, 401]);
  });

  test('when it is renewed concurrently', async () => {
    const token = await signInAs(api, 'viewer');
    pass(56);
    const headers = await proved(api, token);
    const change = () => api.call(changePassword, { token, headers, body: { password: fresh } });
    const { answer, other } = await race(newSession, (at) => at.call(renewSession, { token }), change);
    expect(other.status).toBe(204);
    expect(await statusOf(tokenIn(answer)!)).toBe(200);
  });
});

describe('one session that is ended while it is renewed', () => {
  test('from another session leaves no successor', async () => {
    const lost = await signInAs(api, 'viewer');
    const [{ sessionId } = { sessionId: '' }] = (await api.call(listOwnSessions, { token: lost })).value();
    pass(56);
    const token = await signInAs(api, 'viewer');
    const end = () => api.call(endOwnSession, { token, params: { sessionId } });
    const { answer, other } = await race(newSession, (at) => at.call(renewSession, { token: lost }), end);
    expect(other.status).toBe(204);
    await expectNothingOpened(answer);
    expect(await statusOf(token)).toBe(200);
  });

  test('by signing out leaves no successor', async () => {
    const token = await signInAs(api, 'viewer');
    pass(56);
    const out = () => api.call(signOut, { token });
    const { answer } = await race(newSession, (at) => at.call(renewSession, { token }), out);
    await expectNothingOpened(answer);
  });
});

test('a password link that is mailed while its account is disabled does not work after the account is enabled', async () => {
  await api.call(forgotPassword, { body: { email: emailOf('viewer') } });
  const disable = await revocations['a disabling']();
  const mail = async (at: TestApp) => ({ status: await at.runDueWork(), text: '' });
  await race(/^\s*INSERT INTO reset_tokens/, mail, disable);
  const body = { token: await latestLink(api, emailOf('viewer')), password: fresh };
  expect((await api.call(resetPassword, { body })).status).toBe(410);
});

describe('a call whose session ends while it runs', () => {
  test('changes no password', async () => {
    const stolen = await signInAs(api, 'viewer');
    const headers = await proved(api, stolen);
    const reset = await revocations['a reset of the password']();
    const hash = async (given: string) => {
      await reset();
      return `plain:${given}`;
    };
    const slow = createTestApp(database, { parts: { passwords: { ...api.services.passwords, hash } } });
    const body = { password: 'eight kites over the harbour' };
    // The reset hashes at the other instance, which is not slow.
    expect((await slow.call(changePassword, { token: stolen, headers, body })).status).toBe(401);
    expect((await api.call(signIn, { body: { email: emailOf('viewer'), password: fresh } })).status).toBe(200);
  });

  test('starts no authenticator set-up that could sign in later', async () => {
    const stolen = await signInAs(api, 'viewer');
    const headers = await proved(api, stolen);
    const owner = await signInAs(api, 'viewer');
    const begin = (at: TestApp) => at.call(beginTwoFactor, { token: stolen, headers });
    const { answer } = await race(newRequest, begin, () => api.call(signOutEverywhere, { token: owner }));
    const params = JSON.parse(answer.text) as { twoFactorRequestId: string };
    expect((await api.call(getTwoFactorSetUp, { params })).status).toBe(410);
  });
});

test('none of these transactions deadlocked', async () => {
  expect(await countDeadlocks(database)).toBe(0);
});

describe('the naive twin, which reads and then writes', () => {
  const isParallel = () => database.kind === 'postgres';
  const during = (other: () => Promise<unknown>) => {
    let running: Promise<unknown> = Promise.resolve();
    const pause = () => untilDoneOrBlocked(database, (running = other()));
    return { pause, end: () => running };
  };

  test('leaves a session open when a sign-in and a reset really run concurrently', async () => {
    const twin = await createNaiveSessions(database);
    const { pause, end } = during(() => twin.setPassword('new'));
    await twin.signIn('old', pause);
    await end();
    expect(await twin.countOpen()).toBe(isParallel() ? 1 : 0);
  });

  test('leaves a session open when a renewal and the end of all sessions really run concurrently', async () => {
    const twin = await createNaiveSessions(database);
    await twin.signIn('old');
    const { pause, end } = during(() => twin.setPassword('old'));
    await twin.renew(pause);
    await end();
    expect(await twin.countOpen()).toBe(isParallel() ? 1 : 0);
  });
});
