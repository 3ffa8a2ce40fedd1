import type { User } from '@volume/contract/merchants/account.ts';
import { expect, test } from 'vitest';
import { isLastAdministrator, roleDisabledReason, switchDisabledReason } from './user-guards.ts';
import { findUsers } from './user-labels.ts';

const person = (userId: string, change: Partial<User> = {}): User => ({
  userId,
  merchantId: 'm',
  email: `${userId}@harbour.example`,
  roles: ['MERCHANT_VIEWER'],
  name: null,
  phone: null,
  enabled: true,
  twoFactorEnabled: false,
  createdAtUtc: '2026-11-21T09:05:00.000',
  lastSignInAtUtc: null,
  invitation: 'ACCEPTED',
  ...change,
});
const admin = person('ada', { roles: ['MERCHANT_ADMIN'] });
const editor = { userId: 'eve', authorities: ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS'] };
const owner = { userId: 'ada', authorities: [...editor.authorities, 'ACCOUNT_ADMIN'] };

test.each([
  ['without any other user', [], true],
  ['next to a viewer', [person('vi')], true],
  ['next to a disabled administrator', [person('bo', { roles: ['MERCHANT_ADMIN'], enabled: false })], true],
  ['next to an invited administrator', [person('bo', { roles: ['MERCHANT_ADMIN'], invitation: 'PENDING' })], true],
  ['next to another administrator', [person('bo', { roles: ['MERCHANT_ADMIN'] })], false],
] as const)('an administrator %s (with %s) is the last one: %s', (_, others, isLast) => {
  expect(isLastAdministrator(admin, [admin, ...others])).toBe(isLast);
});

test('a user can neither give a role above their own nor change a user who has one', () => {
  const viewer = person('vi');
  expect(roleDisabledReason('MERCHANT_ADMIN', viewer, [admin, viewer], editor)).toBe('This role is higher than yours');
  expect(roleDisabledReason('MERCHANT_EDITOR', viewer, [admin, viewer], editor)).toBeUndefined();
  expect(roleDisabledReason('MERCHANT_VIEWER', admin, [admin], editor)).toBe('Their role is higher than yours');
  expect(switchDisabledReason(admin, [admin], editor)).toBe('Their role is higher than yours');
  expect(switchDisabledReason(viewer, [admin, viewer], editor)).toBeUndefined();
});

test('users cannot disable themselves or take the role from the last administrator', () => {
  expect(switchDisabledReason(admin, [admin], owner)).toBe('You can’t disable your own account');
  expect(roleDisabledReason('MERCHANT_ADMIN', admin, [admin], owner)).toBe(
    'There must be at least one enabled administrator',
  );
  expect(roleDisabledReason('MERCHANT_VIEWER', admin, [admin], owner)).toBeUndefined();
});

test('finds users by every word of name, address, role and state', () => {
  const users = [admin, person('vi', { name: 'Vi Lane', enabled: false })];
  const found = (text: string | undefined) => findUsers(users, text).map(({ userId }) => userId);
  expect([found(undefined), found('LANE disabled'), found('merchant admin'), found('lane active')]).toEqual([
    ['ada', 'vi'],
    ['vi'],
    ['ada'],
    [],
  ]);
});
