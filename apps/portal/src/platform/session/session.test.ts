import type { Authority } from '@volume/contract/access.ts';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hasChangedElsewhere, watchOtherTabs } from './own-tab.ts';
import {
  clearSession,
  endRefusedSession,
  exchangeSession,
  hasAdminAuthority,
  leaveMerchant,
  openMerchant,
  readSession,
  replaceToken,
  type SessionChange,
  subscribeSession,
  tabKeys,
  writeSession,
  writeTab,
} from './session.ts';
import { Permitted, useIsReadOnly, usePermitted, useSession } from './use-session.ts';

const now = Date.UTC(2026, 10, 21, 9);
const seconds = now / 1000;

function tokenOf(claims: Record<string, unknown>): string {
  const base = {
    jti: 'j',
    iat: seconds,
    sub: 's',
    iss: 'volume',
    userAccountId: 'u1',
    exp: seconds + 3600,
    authorities: ['VIEW_ONLY'],
  };
  const bytes = new TextEncoder().encode(JSON.stringify({ ...base, ...claims }));
  const payload = btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `e30.${payload}.signature`;
}
const merchantToken = tokenOf({ merchantId: 'm1' });
const adminToken = tokenOf({ adminId: 'a1', authorities: ['VOLUME_ADMIN'] });
const live = (claims: Record<string, unknown>) => tokenOf({ exp: Date.now() / 1000 + 3600, ...claims });

function store(values: Record<string, string>): void {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
}
/** The value of a hook in a newly rendered page. */
const seen = <T>(hook: () => T): T => renderHook(hook).result.current;
const stored = () => Object.fromEntries(Object.entries(localStorage));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('session gating (§4, §5; contract §9 Session)', () => {
  test.each<[string, Record<string, string>, unknown]>([
    ['no token', {}, { kind: 'none' }],
    ['an invalid token', { v_accessToken_v1: 'garbage', v_email_v1: 'e' }, { kind: 'none' }],
    ['a payload that is not JSON', { v_accessToken_v1: 'a.b.c', v_email_v1: 'e' }, { kind: 'none' }],
    [
      'claims with an invalid shape',
      { v_accessToken_v1: tokenOf({ merchantId: 'm1', authorities: 'ALL' }), v_email_v1: 'e' },
      { kind: 'none' },
    ],
    [
      'a claim missing',
      { v_accessToken_v1: tokenOf({ merchantId: 'm1', jti: undefined }), v_email_v1: 'e' },
      { kind: 'none' },
    ],
    [
      'a token at its expiry',
      { v_accessToken_v1: tokenOf({ merchantId: 'm1', exp: seconds }), v_email_v1: 'e' },
      { kind: 'none' },
    ],
    ['a merchant token without a stored email', { v_accessToken_v1: merchantToken }, { kind: 'none' }],
    [
      'a merchant token',
      { v_accessToken_v1: merchantToken, v_email_v1: 'e' },
      { kind: 'merchant', merchantId: 'm1', email: 'e' },
    ],
    [
      'a merchant token with another stored merchant',
      { v_accessToken_v1: merchantToken, v_email_v1: 'e', v_merchantId_v1: 'm2' },
      { kind: 'merchant', merchantId: 'm1' },
    ],
    ['an admin token', { v_accessToken_v1: adminToken, v_adminEmail_v1: 'a' }, { kind: 'admin', adminEmail: 'a' }],
    [
      'an admin token with a merchant opened',
      { v_accessToken_v1: adminToken, v_merchantId_v1: 'm2' },
      { kind: 'admin', merchantId: 'm2' },
    ],
    ['neither claim', { v_accessToken_v1: tokenOf({}), v_email_v1: 'e' }, { kind: 'none' }],
    [
      'both claims',
      {
        v_accessToken_v1: tokenOf({ merchantId: 'm1', adminId: 'a1', authorities: ['VOLUME_ADMIN'] }),
        v_email_v1: 'e',
      },
      { kind: 'none' },
    ],
    [
      'an adminId without an admin authority',
      { v_accessToken_v1: tokenOf({ adminId: 'a1' }), v_email_v1: 'e' },
      { kind: 'none' },
    ],
    [
      'numbers as ids, letters beyond ASCII',
      { v_accessToken_v1: tokenOf({ merchantId: 'm1', userAccountId: 7, sub: 'Zoë' }), v_email_v1: 'e' },
      { kind: 'merchant', claims: { sub: 'Zoë', userAccountId: 7 } },
    ],
  ])('handles %s', (_, values, session) => {
    store(values);
    expect(readSession(now)).toMatchObject(session as object);
  });
});

test('an administrator has no merchant before opening one', () => {
  store({ v_accessToken_v1: adminToken });
  expect(readSession(now)).not.toHaveProperty('merchantId');
});

describe('the four storage keys (§9)', () => {
  test("contain the raw strings of a merchant user's sign-in", () => {
    store({ v_adminEmail_v1: 'old' });
    writeSession({ accessToken: merchantToken, email: 'maya@harbourbloom.example' });
    expect(stored()).toEqual({
      v_accessToken_v1: merchantToken,
      v_email_v1: 'maya@harbourbloom.example',
      v_merchantId_v1: 'm1',
    });
  });
  test("contain an administrator's sign-in, then the opened merchant, then not any more", () => {
    writeSession({ accessToken: adminToken, email: 'a@volume.example' });
    const alone = { v_accessToken_v1: adminToken, v_adminEmail_v1: 'a@volume.example' };
    expect(stored()).toEqual(alone);
    openMerchant({ merchantId: 'm2', email: 'm@x.example' });
    expect(stored()).toEqual({ ...alone, v_merchantId_v1: 'm2', v_email_v1: 'm@x.example' });
    openMerchant({ merchantId: 'm3', email: null });
    expect(stored()).toEqual({ ...alone, v_merchantId_v1: 'm3' });
    leaveMerchant();
    expect(stored()).toEqual(alone);
  });
  test('are removed on sign-out, and nothing else is', () => {
    store({ v_preferences_v1: '{}' });
    writeSession({ accessToken: merchantToken, email: 'e' });
    for (const key of Object.values(tabKeys)) writeTab(key, { held: true });
    clearSession();
    expect(stored()).toEqual({ v_preferences_v1: '{}' });
    expect(sessionStorage).toHaveLength(0);
  });
  test("when removed in another tab, clear this tab's storage too", () => {
    writeSession({ accessToken: live({ merchantId: 'm' }), email: 'e' });
    const stop = watchOtherTabs();
    writeTab(tabKeys.list, { held: true });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(sessionStorage).toHaveLength(0);
    stop();
  });
});

describe('a refused session (§8; contract §9 Errors)', () => {
  const heard: SessionChange[] = [];
  const ended = () => heard.filter((change) => change.kind === 'signed-out');
  beforeEach(() => {
    heard.length = 0;
    return subscribeSession((change) => heard.push(change));
  });
  test('ends once for ten concurrent refusals', () => {
    writeSession({ accessToken: merchantToken, email: 'e' });
    for (let call = 0; call < 10; call += 1) endRefusedSession(merchantToken, true);
    expect(ended()).toEqual([{ kind: 'signed-out', keepAddress: true }]);
  });
  test.each([
    ['first', [false, true, true]],
    ['last', [true, true, false]],
  ])('ends without a return address when that refusal comes %s', (_, order) => {
    writeSession({ accessToken: merchantToken, email: 'e' });
    for (const keepAddress of order) endRefusedSession(merchantToken, keepAddress);
    expect(ended().at(-1)).toEqual({ kind: 'signed-out', keepAddress: false });
  });
  test('does not end while a new session replaces it, and ends when that fails', async () => {
    writeSession({ accessToken: merchantToken, email: 'e' });
    let answer: (given: { accessToken: string }) => void = () => undefined;
    const opened = exchangeSession(new Promise<{ accessToken: string }>((resolve) => (answer = resolve)));
    endRefusedSession(merchantToken, true);
    answer({ accessToken: adminToken });
    await opened;
    await Promise.resolve();
    expect(ended()).toEqual([]);
    expect(readSession(now).kind).toBe('admin');
    const failed = exchangeSession(Promise.reject(new Error('A wrong code.')));
    endRefusedSession(adminToken, true);
    await expect(failed).rejects.toThrow('A wrong code.');
    expect(ended()).toEqual([{ kind: 'signed-out', keepAddress: true }]);
  });
  test('of an earlier token does not end the current session', () => {
    writeSession({ accessToken: adminToken, email: 'e' });
    endRefusedSession(merchantToken, true);
    endRefusedSession('', true);
    expect(ended()).toEqual([]);
    expect(readSession(now).kind).toBe('admin');
  });
});

describe('other tabs', () => {
  test('count as a change when they leave the merchant, but not when they open one or renew the token', () => {
    writeSession({ accessToken: live({ adminId: 'a', authorities: ['VOLUME_ADMIN'] }), email: 'a' });
    openMerchant({ merchantId: 'm1', email: null });
    const stop = watchOtherTabs();
    const heard: string[] = [];
    const end = subscribeSession(({ kind }) => heard.push(kind));
    store({ v_accessToken_v1: live({ adminId: 'a', jti: 'renewed', authorities: ['VOLUME_ADMIN'] }) });
    window.dispatchEvent(new StorageEvent('storage', { key: 'v_accessToken_v1' }));
    expect([heard, hasChangedElsewhere()]).toEqual([['renewed'], false]);
    store({ v_merchantId_v1: 'm9' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'v_merchantId_v1' }));
    expect([readSession(), hasChangedElsewhere()]).toMatchObject([{ merchantId: 'm1' }, false]);
    localStorage.removeItem('v_merchantId_v1');
    window.dispatchEvent(new StorageEvent('storage', { key: 'v_merchantId_v1' }));
    expect([heard, hasChangedElsewhere()]).toEqual([['renewed', 'renewed', 'elsewhere'], true]);
    end();
    stop();
  });
  test('can open a merchant while this tab has none and continues without one', () => {
    writeSession({ accessToken: live({ adminId: 'a', authorities: ['VOLUME_ADMIN'] }), email: 'a' });
    const stop = watchOtherTabs();
    store({ v_merchantId_v1: 'm9' });
    expect([readSession(), hasChangedElsewhere()]).toEqual([expect.not.objectContaining({ merchantId: 'm9' }), false]);
    stop();
  });
  test('keep no opened merchant for another administrator', () => {
    writeSession({ accessToken: live({ adminId: 'a', authorities: ['VOLUME_ADMIN'] }), email: 'a' });
    openMerchant({ merchantId: 'm1', email: null });
    store({ v_accessToken_v1: live({ adminId: 'b', authorities: ['VOLUME_ADMIN'] }), v_merchantId_v1: 'm2' });
    expect(readSession()).toMatchObject({ merchantId: 'm2' });
  });
  test('are checked when the page returns from the back-forward cache', () => {
    writeSession({ accessToken: live({ merchantId: 'm' }), email: 'e' });
    const stop = watchOtherTabs();
    const heard: string[] = [];
    const end = subscribeSession(({ kind }) => heard.push(kind));
    const comeBack = (): boolean => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    comeBack();
    expect(heard).toEqual(['renewed']);
    localStorage.removeItem('v_accessToken_v1');
    comeBack();
    expect(heard).toEqual(['renewed', 'elsewhere']);
    end();
    stop();
  });
});

test.each([
  [['VIEW_ONLY'], ['VIEW_ONLY', 'PAY_BY_LINK'], true],
  [['VIEW_ONLY'], ['EDIT_SETTINGS'], false],
  [[], ['VIEW_ONLY'], false],
  [['VOLUME_ADMIN_READ'], ['EDIT_SETTINGS'], true],
  [['VIEW_ONLY', 'EDIT_SETTINGS'], ['EDIT_SETTINGS', 'ACCOUNT_ADMIN'], true],
  [['SOMETHING_OF_TOMORROW', 'VIEW_ONLY'], ['VIEW_ONLY'], true],
  [['SOMETHING_OF_TOMORROW', 'volume_admin'], ['VIEW_ONLY'], false],
] as const)('holders of %j may use what needs one of %j: %s (§6)', (held, needed, isAllowed) => {
  const isAdmin = held.some((authority) => authority.startsWith('VOLUME'));
  writeSession({
    accessToken: live({ ...(isAdmin ? { adminId: 'a' } : { merchantId: 'm' }), authorities: held }),
    email: 'e',
  });
  expect(seen(() => usePermitted(needed))).toBe(isAllowed);
  expect(seen(useIsReadOnly)).toBe(isAdmin);
  expect(seen(() => Permitted({ anyOf: needed, children: 'children' }))).toBe(isAllowed ? 'children' : null);
});

test.each([
  [['VOLUME_ADMIN'], { isReadOnly: false, isAdmin: true }],
  [['VOLUME_ADMIN_READ'], { isReadOnly: true, isAdmin: true }],
  [['VOLUME_ADMIN_READ', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'], { isReadOnly: true, isAdmin: true }],
  [['VOLUME_ADMIN_READ', 'VOLUME_ADMIN'], { isReadOnly: false, isAdmin: true }],
  [['EDIT_SETTINGS'], { isReadOnly: false, isAdmin: false }],
])("the authorities of %j result in %j, in a merchant's token too (§6)", (authorities, { isReadOnly, isAdmin }) => {
  for (const claim of [{ adminId: 'a' }, { merchantId: 'm' }]) {
    writeSession({ accessToken: live({ ...claim, authorities }), email: 'e' });
    const isIn = readSession().kind !== 'none';
    expect(isIn).toBe(isAdmin || 'merchantId' in claim);
    expect([seen(useIsReadOnly), hasAdminAuthority(readSession())]).toEqual(
      isIn ? [isReadOnly, isAdmin] : [false, false],
    );
  }
});

describe('a rendered page', () => {
  const editor: readonly Authority[] = ['EDIT_SETTINGS'];
  const signIn = (authorities: string[]) =>
    writeSession({ accessToken: live({ merchantId: 'm', authorities }), email: 'e' });
  test('decodes the token once, however often it reads the session', () => {
    signIn(['VIEW_ONLY']);
    const decoded = vi.spyOn(globalThis, 'atob');
    store({ v_accessToken_v1: live({ merchantId: 'm', jti: 'another' }) });
    const rows = Array.from({ length: 100 }, () => seen(useSession));
    expect(new Set(rows).size).toBe(1);
    expect(decoded).toHaveBeenCalledTimes(1);
    decoded.mockRestore();
  });
  test('shows what a renewed token permits, renewed by this tab or another', () => {
    signIn(['VIEW_ONLY']);
    const stop = watchOtherTabs();
    const { result } = renderHook(() => usePermitted(editor));
    expect(result.current).toBe(false);
    act(() => replaceToken(live({ merchantId: 'm', authorities: ['EDIT_SETTINGS'] })));
    expect(result.current).toBe(true);
    store({ v_accessToken_v1: live({ merchantId: 'm', authorities: ['VIEW_ONLY'] }) });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'v_accessToken_v1' })));
    expect(result.current).toBe(false);
    stop();
  });
  test('does not change while the end of the session redirects away from it', () => {
    signIn(['EDIT_SETTINGS']);
    const { result } = renderHook(() => usePermitted(editor));
    act(() => clearSession());
    expect(result.current).toBe(true);
  });
  test('keeps its own merchant when it renews the token while another tab has opened another merchant', () => {
    writeSession({ accessToken: live({ adminId: 'a', authorities: ['VOLUME_ADMIN'] }), email: 'a' });
    openMerchant({ merchantId: 'm1', email: null });
    const stop = watchOtherTabs();
    store({ v_merchantId_v1: 'm2' });
    replaceToken(live({ adminId: 'a', jti: 'renewed', authorities: ['VOLUME_ADMIN'] }));
    expect([readSession(), hasChangedElsewhere()]).toMatchObject([{ merchantId: 'm1' }, false]);
    stop();
  });
});
