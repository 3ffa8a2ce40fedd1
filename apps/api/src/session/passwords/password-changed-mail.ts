import { toWireTime } from '@volume/contract/period.ts';
import type { Mail } from '#http/services.ts';
import type { Account } from '#session/account.ts';

/** Tells the owner, who may not be the one who changed it. */
export function passwordChangedMail({ email, name }: Pick<Account, 'email' | 'name'>, at: Date): Mail {
  const time = `${toWireTime(at).replace('T', ' ').slice(0, 16)} UTC`;
  return {
    to: email,
    subject: 'Your password was changed',
    text: [
      name === null ? 'Hello,' : `Hello ${name},`,
      `the password of your account in the Volume Merchant Portal was changed on ${time}. You were signed out elsewhere.`,
      'If this was not you, reset your password at once and write to support.',
    ].join('\n\n'),
  };
}
