import type { Queries } from '#database/database.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import type { RequestFacts } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import type { Account } from '#session/account.ts';
import Bowser from 'bowser';

interface OwnerMail {
  subject: string;
  what: string;
  /** What changed, for the mail to the merchant's administrators; omitted when only the owner is mailed. */
  factor?: string;
}

const ownerMails = {
  'password-changed': {
    subject: 'Your password was changed',
    what: 'The password of your account in the Volume Merchant Portal was changed',
  },
  'two-factor-set': {
    subject: 'An authenticator protects your sign-in',
    what: 'An authenticator app was set up for your account in the Volume Merchant Portal',
    factor: 'an authenticator was set up',
  },
  'codes-by-email': {
    subject: 'Codes by email protect your sign-in',
    what: 'Codes by email were chosen as the second factor of your account in the Volume Merchant Portal',
    factor: 'codes by email were chosen',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    what: 'A passkey that can confirm your sign-in was added to your account in the Volume Merchant Portal',
    factor: 'a passkey was added',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    what: 'A passkey was removed from your account in the Volume Merchant Portal',
    factor: 'a passkey was removed',
  },
  'two-factor-ended': {
    subject: 'Your second factor was removed',
    what: 'The second factor of your account in the Volume Merchant Portal was removed',
    factor: 'it was removed',
  },
  'recovery-codes': {
    subject: 'Your recovery codes were replaced',
    what: 'New recovery codes were created for your account in the Volume Merchant Portal',
  },
} satisfies Record<string, OwnerMail>;

/**
 * Mails the owner about a change to their sign-in, in case it was not them. The administrators of their merchant are
 * mailed about second factors too. Pass the queries of the transaction that makes the change.
 */
export async function notifyOwner(
  queries: Queries,
  services: Services,
  { email, name, merchant_id: merchantId }: Pick<Account, 'email' | 'name' | 'merchant_id'>,
  kind: keyof typeof ownerMails,
): Promise<void> {
  const { subject, what, factor }: OwnerMail = ownerMails[kind];
  const text = toLetter(name, `${what} on ${minuteOf(services)}.`);
  await enqueueMail(queries, services, { to: email, subject, text });
  if (factor === undefined || merchantId === null) return;
  const mail = { subject: 'A second factor was changed', what: `The second factor of ${email}: ${factor}` };
  await mailAdministrators(queries, services, { merchantId, ...mail, except: email });
}

/** Mails the owner about a sign-in from a new place, with the device if it is known. */
export async function mailNewPlace(
  queries: Queries,
  { services, request }: { services: Services; request: RequestFacts },
  account: Account,
): Promise<void> {
  const { email, name } = account;
  const device = readDevice(request) ?? 'a device that does not say what it is';
  const address = request.address === null ? '' : `, network address ${request.address}`;
  const what = `Your account in the Volume Merchant Portal was signed in to from a new device or network on ${minuteOf(services)}: ${device}${address}.`;
  await enqueueMail(queries, services, {
    to: email,
    subject: 'New sign-in to your account',
    text: toLetter(name, what),
  });
}

const minuteOf = (services: Services) => `${toWireTime(services.clock.now()).replace('T', ' ').slice(0, 16)} UTC`;

function toLetter(name: string | null, what: string): string {
  return [
    name === null ? 'Hello,' : `Hello ${name},`,
    what,
    'If this was not you, reset your password immediately and contact support.',
  ].join('\n\n');
}

/** Longer user agents contain nothing more that is useful, and searching them would cost time. */
const longest = 512;

/** A readable device name such as `Firefox on Windows` from the user agent; null when it is not recognised. */
export function readDevice(request: RequestFacts): string | null {
  const userAgent = (request.header('user-agent') ?? '').slice(0, longest);
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, 100) || null;
}
