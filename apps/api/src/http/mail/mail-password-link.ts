import { toOneLine } from '@volume/contract/one-line.ts';
import { toBase64Url } from '#http/secrets/keyed-hash.ts';
import { secretHash } from '#http/secrets/secret-hash.ts';
import type { Mail, Services } from '#http/services.ts';
import { sendMail } from './send-mail.ts';

export type PasswordLinkType = 'RESET_PASSWORD' | 'SET_PASSWORD';

const hour = 3_600_000;
/** A reset lives 1 hour, an invitation 7 days, in milliseconds (contract §10). */
const lives: Record<PasswordLinkType, number> = { RESET_PASSWORD: hour, SET_PASSWORD: 7 * 24 * hour };

type Recipient = { email: string; name: string | null; company_name: string | null };

/**
 * Mails an account the link to choose its password: SET_PASSWORD invites, RESET_PASSWORD answers who forgot theirs. Only
 * the mail holds the token. A new invitation replaces the one before. Not for use inside a transaction: the account must
 * be committed. Nothing happens when there is no such account.
 */
export async function mailPasswordLink(
  services: Services,
  { userAccountId, type }: { userAccountId: string; type: PasswordLinkType },
): Promise<void> {
  const [recipient] = await services.database.query<Recipient>(
    `select a.email, a.name, m.company_name from accounts a left join merchants m on m.merchant_id = a.merchant_id
     where a.user_account_id = $1`,
    [userAccountId],
  );
  if (!recipient) return;
  const link = await createPasswordLink(services, { userAccountId, type });
  await sendMail(services, type === 'SET_PASSWORD' ? invitation(recipient, link) : reset(recipient, link));
}

type LinkServices = Pick<Services, 'database' | 'clock' | 'random' | 'vault' | 'settings'>;

/** A link at which an account chooses its password, and nobody else: it is stored as a hash alone. */
export async function createPasswordLink(
  services: LinkServices,
  { userAccountId, type }: { userAccountId: string; type: PasswordLinkType },
): Promise<string> {
  const token = toBase64Url(services.random.bytes(32));
  await keepToken(services, { userAccountId, type, tokenHash: await secretHash(services, token) });
  // What follows # is sent to no server: no log on the way holds the token.
  return `${services.settings.portalUrl}/auth/reset-password/link#${token}`;
}

type NewToken = { userAccountId: string; type: PasswordLinkType; tokenHash: string };

async function keepToken(
  { database, clock }: LinkServices,
  { userAccountId, type, tokenHash }: NewToken,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async ({ query }) => {
    if (type === 'SET_PASSWORD') {
      await query('update reset_tokens set is_used = true where user_account_id = $1 and type = $2', [
        userAccountId,
        type,
      ]);
    }
    await query(
      `insert into reset_tokens (token_hash, user_account_id, type, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
      [tokenHash, userAccountId, type, now, new Date(now.getTime() + lives[type])],
    );
  });
}

const greeting = ({ name }: Recipient): string => (name === null ? 'Hello,' : `Hello ${toOneLine(name)},`);

function invitation(recipient: Recipient, link: string): Mail {
  // Both names are a stranger's words to whoever gets this mail: the company's stands in quotation marks, the other nowhere.
  const company = toOneLine(recipient.company_name ?? '') || 'Volume';
  return mailOf({ ...recipient, name: null }, 'Set your password for the Volume Merchant Portal', [
    `an account was opened for you in the Volume Merchant Portal, by “${company}”. Choose a password to begin:`,
    link,
    'The link works once, within 7 days. If you did not expect it, there is nothing you need to do.',
  ]);
}

function reset(recipient: Recipient, link: string): Mail {
  return mailOf(recipient, 'Reset your password', [
    'here is the link to choose a new password for the Volume Merchant Portal:',
    link,
    'The link works once, within an hour. If you did not ask for it, your password stays as it is.',
  ]);
}

function mailOf(recipient: Recipient, subject: string, paragraphs: readonly string[]): Mail {
  return { to: recipient.email, subject, text: [greeting(recipient), ...paragraphs].join('\n\n') };
}
