import { expect, test } from 'vitest';
import { EmailAddress, foldEmailAddress } from './email-address.ts';
import { signUp, toSignUpBody } from '@volume/contract/merchants/sign-up.ts';
import { createUser } from '@volume/contract/users/users.ts';

test.each(['nora@kite.example', 'nora+tag@mail.kite.example', "o'brien@kite.co.uk"])(
  'accepts the address %s',
  (text) => {
    expect(EmailAddress.safeParse(` ${text} `).data).toBe(text);
  },
);

test.each([
  'nora',
  'nora@kite',
  '@kite.example',
  'nora@kite..example',
  'nora@kite.example.',
  'nora@.example',
  'a b@c.de',
])('rejects %s at sign-up and for an added user', (email) => {
  const typed = { companyName: 'Kite', fullName: '', phoneNumber: '', email };
  expect(signUp.body.safeParse(toSignUpBody(typed)).success).toBe(false);
  const added = { merchantId: '0195f3a0-0000-7000-8000-000000000000', email, roles: ['MERCHANT_VIEWER'] };
  expect(createUser.body.safeParse(added).success).toBe(false);
  expect(createUser.body.safeParse({ ...added, email: 'nora@kite.example' }).success).toBe(true);
});

test.each(['İsla@kite.example', 'Ö@kite.example', 'nora@\u212Aite.example'])(
  'rejects %s, whose capital letter lowercases differently elsewhere, and says why',
  (text) => {
    expect(EmailAddress.safeParse(text).error?.issues[0]?.message).toBe('can have capital letters from A to Z only');
  },
);

test('folds capitals A to Z and no other letter', () => {
  expect(foldEmailAddress('Nora.O@Kite.EXAMPLE')).toBe('nora.o@kite.example');
  expect(foldEmailAddress('İsla@kite.example')).toBe('İsla@kite.example');
});
