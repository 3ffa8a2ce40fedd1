import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { toBase32 } from './totp.ts';
import { secretHash } from '#core/secrets/server-key.ts';

const howMany = 10;

/** Replaces the ten recovery codes of an account; they are shown once and stored as hashes. */
export async function makeRecoveryCodes(
  services: Services,
  userAccountId: string,
): Promise<{ codes: string[]; save: (queries: Queries) => Promise<void> }> {
  const codes = Array.from({ length: howMany }, () =>
    toBase32(services.random.bytes(10))
      .replace(/(.{4})(?=.)/g, '$1-')
      .toLowerCase(),
  );
  const hashes = await Promise.all(codes.map((code) => recoveryHash(services, userAccountId, code)));
  return {
    codes,
    async save({ query }) {
      await query(sql`DELETE FROM recovery_codes WHERE user_account_id = ${userAccountId}`);
      await query(
        sql`INSERT INTO recovery_codes (user_account_id, code_hash)
          SELECT ${userAccountId}::uuid, unnest(${hashes}::text[])`,
      );
    },
  };
}

/** The hash of a recovery code; ignores case, spaces and dashes. */
export function recoveryHash(services: Services, userAccountId: string, code: string): Promise<string> {
  return secretHash(services, `${userAccountId}:${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`);
}

/** Uses up a recovery code; false when there is no such unused code. */
export async function spendRecoveryCode(
  { query }: Queries,
  userAccountId: string,
  { codeHash, at }: { codeHash: string; at: Date },
): Promise<boolean> {
  const spent = await query(
    sql`UPDATE recovery_codes SET used_at = ${at}
      WHERE user_account_id = ${userAccountId} AND code_hash = ${codeHash} AND used_at IS NULL
     RETURNING code_hash`,
  );
  return spent.length > 0;
}
