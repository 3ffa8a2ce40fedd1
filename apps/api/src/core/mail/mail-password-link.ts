import { toOneLine } from '@volume/contract/text/one-line.ts';
import { lockAccount } from '#core/accounts.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { toBase64Url } from '#core/secrets/keyed-hash.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Mail, Services } from '#core/services.ts';
import { enqueueMail } from './send-mail.ts';

export type PasswordLinkType = 'RESET_PASSWORD' | 'SET_PASSWORD';

const hour = 3_600_000;
/** A reset link is valid for 1 hour, an invitation for 7 days; in milliseconds (contract §10). */
const lives: Record<PasswordLinkType, number> = { RESET_PASSWORD: hour, SET_PASSWORD: 7 * 24 * hour };

interface Recipient {
  email: string;
  name: string | null;
  company_name: string | null;
  /** Whether the merchant's address is the user's, which is the case for accounts opened by sign-up. */
  is_of_company: boolean | null;
}

/**
 * Mails an account the link to choose its password: SET_PASSWORD is an invitation, RESET_PASSWORD answers a forgotten
 * password. Only the mail contains the token. A new invitation replaces the previous one. Pass the queries of the
 * transaction that needs the link, so that both commit together. Does nothing when the account does not exist or is
 * disabled.
 */
export async function mailPasswordLink(queries: Queries, services: Services, asked: Asked): Promise<void> {
  const account = await lockAccount(queries, asked.userAccountId);
  if (!account?.is_enabled) return;
  const [recipient] = await queries.query<Recipient>(
    sql`SELECT a.email, a.name, m.company_name, m.email = a.email AS is_of_company
     FROM accounts a LEFT JOIN merchants m ON m.merchant_id = a.merchant_id
     WHERE a.user_account_id = ${asked.userAccountId}`,
  );
  if (!recipient) return;
  await storePasswordLink(queries, services.clock, asked);
  await enqueueMail(queries, services, toMail(recipient, asked, services.settings.signUp !== null));
}

/** A link for choosing an account's password. Only a hash of its token is stored. */
export interface PasswordLink {
  url: string;
  tokenHash: string;
}

/** Creates a link, which is valid once stored. Call it before a transaction, because it can read a key. */
export async function newPasswordLink(
  services: Pick<Services, 'database' | 'random' | 'vault' | 'settings'>,
): Promise<PasswordLink> {
  const token = toBase64Url(services.random.bytes(32));
  // The fragment after # is sent to no server, so no log contains the token.
  const url = `${services.settings.portalUrl}/auth/reset-password/link#${token}`;
  return { url, tokenHash: await secretHash(services, token) };
}

interface Asked {
  userAccountId: string;
  type: PasswordLinkType;
  link: PasswordLink;
}

/** Makes a new link valid for an existing account; a new invitation replaces the previous one. */
export async function storePasswordLink(
  { query }: Queries,
  clock: Services['clock'],
  { userAccountId, type, link }: Asked,
): Promise<void> {
  const now = clock.now();
  if (type === 'SET_PASSWORD') {
    await query(
      sql`UPDATE reset_tokens SET is_used = true WHERE user_account_id = ${userAccountId} AND type = ${type}`,
    );
  }
  await query(
    sql`INSERT INTO reset_tokens (token_hash, user_account_id, type, created_at, expires_at)
      VALUES (${link.tokenHash}, ${userAccountId}, ${type}, ${now}, ${new Date(now.getTime() + lives[type])})`,
  );
}

const greeting = ({ name }: Recipient): string => (name === null ? 'Hello,' : `Hello ${toOneLine(name)},`);

function toMail(recipient: Recipient, { type, link }: Asked, isSandbox: boolean): Mail {
  if (type === 'RESET_PASSWORD') return reset(recipient, link.url);
  return isSandbox && recipient.is_of_company ? welcome(recipient, link.url) : invitation(recipient, link.url);
}

// Both names are chosen by strangers to the recipient: the company's is put in quotation marks, the user's is left out.
const companyOf = (recipient: Recipient): string => toOneLine(recipient.company_name ?? '') || 'Volume';

function invitation(recipient: Recipient, link: string): Mail {
  return firstMailOf(recipient, [
    `Your account in the Volume Merchant Portal has been created by “${companyOf(recipient)}”. Choose a password to begin:`,
    link,
    'The link works once and expires in 7 days. If you did not expect it, you don’t need to do anything.',
  ]);
}

/** For a user who signed up and therefore was not invited by another user. */
function welcome(recipient: Recipient, link: string): Mail {
  return firstMailOf(recipient, [
    `Your sandbox account for “${companyOf(recipient)}” is ready. Choose a password to begin:`,
    link,
    'The link works once and expires in 7 days. If you did not sign up, you don’t need to do anything.',
  ]);
}

const firstMailOf = (recipient: Recipient, paragraphs: readonly string[]): Mail =>
  mailOf({ ...recipient, name: null }, 'Set your password for the Volume Merchant Portal', paragraphs);

function reset(recipient: Recipient, link: string): Mail {
  return mailOf(recipient, 'Reset your password', [
    'Use this link to choose a new password for the Volume Merchant Portal:',
    link,
    'The link works once and expires in an hour. If you did not ask for it, ignore this email: your password has not changed.',
  ]);
}

function mailOf(recipient: Recipient, subject: string, paragraphs: readonly string[]): Mail {
  return { to: recipient.email, subject, text: [greeting(recipient), ...paragraphs].join('\n\n') };
}
