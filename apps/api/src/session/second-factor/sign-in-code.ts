import { enqueueMail } from '#core/mail/send-mail.ts';
import { tooMany } from '#core/problem.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import { signInCodePurpose } from '#core/secrets/vault.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Account } from '#session/account.ts';
import { randomCode } from './email-code.ts';
import { requestLife, type Spend, wrongCode } from './one-time-request.ts';

interface SignInCode {
  /** Encrypted and not hashed, because it can be mailed again. */
  code: string;
  sent_at: Date;
  expires_at: Date;
}

type Owner = Pick<Account, 'user_account_id' | 'email'>;

/** At most one mail in this time, in milliseconds, for all unfinished sign-ins of an account (contract §2). */
const pause = 30_000;

/**
 * Mails the sign-in code of an account whose row is locked, unless it was mailed less than 30 s ago. An account has one code, which
 * finishes any of its sign-ins: a stranger who knows the password cannot replace the code that the owner is typing. A code with
 * less than half of its life left is replaced by a new one. Returns false when the mail of a moment ago still counts.
 */
export async function mailSignInCode(queries: Queries, services: Services, owner: Owner): Promise<boolean> {
  const { clock, vault, random } = services;
  const purpose = signInCodePurpose(owner.user_account_id);
  const now = clock.now().getTime();
  const stored = await findCode(queries, owner);
  if (stored && now - stored.sent_at.getTime() < pause) return false;
  const isKept = stored !== null && stored.expires_at.getTime() - now >= requestLife / 2;
  const code = isKept ? await vault.open(stored.code, purpose) : randomCode(random);
  const sealed = isKept ? stored.code : await vault.seal(code, purpose);
  const expiresAt = isKept ? stored.expires_at : new Date(now + requestLife);
  await queries.query(
    sql`INSERT INTO sign_in_codes (user_account_id, code, sent_at, expires_at)
      VALUES (${owner.user_account_id}, ${sealed}, ${new Date(now)}, ${expiresAt})
     ON CONFLICT (user_account_id) DO UPDATE
       SET code = excluded.code, sent_at = excluded.sent_at, expires_at = excluded.expires_at`,
  );
  await enqueueMail(queries, services, {
    to: owner.email,
    subject: `${code} is your sign-in code`,
    text: [
      `Your sign-in code for the Volume Merchant Portal is ${code}.`,
      `It is valid for ${Math.floor((expiresAt.getTime() - now) / 60_000)} minutes and works once.`,
      'If you did not try to sign in, someone else knows your password: change it immediately.',
    ].join('\n\n'),
  });
  return true;
}

/** Mails the code on request; 429 with the remaining time when it was mailed less than 30 s ago. */
export async function mailSignInCodeAgain(queries: Queries, services: Services, owner: Owner): Promise<void> {
  if (await mailSignInCode(queries, services, owner)) return;
  const sentAt = (await findCode(queries, owner))?.sent_at.getTime() ?? 0;
  throw tooMany(
    'A code was sent a moment ago. Please wait before asking for another.',
    (sentAt + pause - services.clock.now().getTime()) / 1000,
  );
}

/** Compares a code with the one that was mailed; null when it is wrong or has expired. */
export async function proveSignInCode(
  services: Services,
  owner: Pick<Account, 'user_account_id'>,
  code: string,
): Promise<Spend | null> {
  const { database, vault, clock } = services;
  const id = owner.user_account_id;
  const stored = await findCode(database, owner);
  if (!stored || stored.expires_at <= clock.now()) return null;
  if (!isSameText(await vault.open(stored.code, signInCodePurpose(id)), code)) return null;
  return async ({ query }) => {
    const spent = await query(
      sql`DELETE FROM sign_in_codes WHERE user_account_id = ${id} AND code = ${stored.code} RETURNING user_account_id`,
    );
    if (spent.length === 0) throw wrongCode();
  };
}

async function findCode({ query }: Queries, { user_account_id: id }: Pick<Owner, 'user_account_id'>) {
  const [stored] = await query<SignInCode>(
    sql`SELECT code, sent_at, expires_at FROM sign_in_codes WHERE user_account_id = ${id}`,
  );
  return stored ?? null;
}
