import type { User } from '@volume/contract/merchants/account.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newUserSchema, userChangeSchema } from './user-schema.ts';

const user: User = {
  userId: 'vi',
  merchantId: 'm',
  email: 'vi@harbour.example',
  roles: ['MERCHANT_VIEWER'],
  name: 'Vi',
  phone: '020 7946 0101',
  enabled: true,
  twoFactorEnabled: false,
  createdAtUtc: '2026-11-21T09:05:00.000',
  lastSignInAtUtc: null,
  invitation: 'ACCEPTED',
};
const faultsOf = ({ error }: { error?: z.core.$ZodError | undefined }) =>
  Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);

test('sends only what differs', () => {
  const schema = userChangeSchema(user);
  const typed = { email: user.email, name: ' Vi ', phone: '', roles: ['MERCHANT_VIEWER'] };
  expect(z.parse(schema, typed)).toEqual({ phone: null });
  expect(z.parse(schema, { ...typed, phone: '020 7946 0101' })).toEqual({});
  expect(faultsOf(z.safeParse(schema, { ...typed, roles: [] }))).toEqual({ roles: 'Choose at least one role' });
});

test('reports invalid values of a new user field by field', () => {
  const typed = { email: 'vi', name: '', phone: 'no', roles: [] };
  expect(faultsOf(z.safeParse(newUserSchema(crypto.randomUUID()), typed))).toEqual({
    email: 'Email address must look like name@example.com',
    phone: 'Phone must be a phone number such as +44 20 7946 0101',
    roles: 'Choose at least one role',
  });
});
