import { toWireTime } from '@volume/contract/period.ts';
import { sendMail } from '#http/mail/send-mail.ts';
import type { Services } from '#http/services.ts';
import type { Account } from '#session/account.ts';

const notices = {
  'password-changed': {
    subject: 'Your password was changed',
    what: 'the password of your account in the Volume Merchant Portal was changed',
  },
  'two-factor-set': {
    subject: 'An authenticator protects your sign-in',
    what: 'an authenticator was set up for your account in the Volume Merchant Portal',
  },
  'codes-by-email': {
    subject: 'Codes by e-mail protect your sign-in',
    what: 'codes by e-mail were chosen as the second factor of your account in the Volume Merchant Portal',
  },
  'two-factor-ended': {
    subject: 'Your second factor was taken away',
    what: 'the second factor of your account in the Volume Merchant Portal was taken away',
  },
  'recovery-codes': {
    subject: 'Your recovery codes were replaced',
    what: 'new recovery codes were made for your account in the Volume Merchant Portal',
  },
};

/** Tells the owner by mail what was changed about their sign-in: it may not have been them. */
export async function tellOwner(
  services: Services,
  { email, name }: Pick<Account, 'email' | 'name'>,
  notice: keyof typeof notices,
): Promise<void> {
  const { subject, what } = notices[notice];
  const time = `${toWireTime(services.clock.now()).replace('T', ' ').slice(0, 16)} UTC`;
  const text = [
    name === null ? 'Hello,' : `Hello ${name},`,
    `${what}, on ${time}.`,
    'If this was not you, reset your password at once and write to support.',
  ].join('\n\n');
  await sendMail(services, { to: email, subject, text });
}
