import type { Queries } from '#database/database.ts';
import type { Services } from '#core/services.ts';
import { toBase32 } from './base32.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';

const howMany = 10;

/** Makes the ten recovery codes of an account anew; they are shown once and kept as hashes. */
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
      await query('delete from recovery_codes where user_account_id = $1', [userAccountId]);
      await query('insert into recovery_codes (user_account_id, code_hash) select $1::uuid, unnest($2::text[])', [
        userAccountId,
        hashes,
      ]);
    },
  };
}

/** The hash of a recovery code as people type it: case, spaces and dashes are forgiven. */
export function recoveryHash(services: Services, userAccountId: string, code: string): Promise<string> {
  return secretHash(services, `${userAccountId}:${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`);
}

/** Uses a recovery code up; false when there is no such unused code. */
export async function spendRecoveryCode(
  { query }: Queries,
  userAccountId: string,
  { codeHash, at }: { codeHash: string; at: Date },
): Promise<boolean> {
  const spent = await query(
    `update recovery_codes set used_at = $3 where user_account_id = $1 and code_hash = $2 and used_at is null
     returning code_hash`,
    [userAccountId, codeHash, at],
  );
  return spent.length > 0;
}
