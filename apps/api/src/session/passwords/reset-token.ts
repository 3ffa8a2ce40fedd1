import type { PasswordLinkType } from '#core/mail/mail-password-link.ts';
import { notFound, Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';
import type { Services } from '#core/services.ts';
import { type Account, findAccount } from '#session/account.ts';
import { sql } from '#database/sql.ts';

type TokenRow = {
  token_hash: string;
  user_account_id: string;
  type: PasswordLinkType;
  is_used: boolean;
  expires_at: Date;
};

/** The row of a token from a mail, with its account; 404 when there is none, 410 when its time or its account is over. */
export async function findResetToken(services: Services, token: string): Promise<{ row: TokenRow; account: Account }> {
  const [row] = await services.database.query<TokenRow>(
    sql`SELECT token_hash, user_account_id, type, is_used, expires_at FROM reset_tokens
      WHERE token_hash = ${await secretHash(services, token)}`,
  );
  if (!row) throw notFound('This link');
  const account = await findAccount(services.database, row.user_account_id);
  if (!account?.is_open || row.expires_at <= services.clock.now()) throw linkOver();
  return { row, account };
}

export function linkOver(): Problem {
  return new Problem(410, 'This link is no longer valid. Please ask for a new one.');
}
