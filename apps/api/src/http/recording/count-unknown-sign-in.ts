import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Addresses counted apart in one minute; the rest of them together. */
const mostAddresses = 100;

/** Stands for all addresses beyond those counted apart. */
export const otherAddresses = 'others';

/** Counts one failed sign-in for an account there is not, by address and minute: however many are made up, the rows stay few. */
export async function countUnknownSignIn({ query }: Queries, address: string | null, at: Date): Promise<void> {
  const minute = new Date(at.getTime() - (at.getTime() % 60_000));
  const from = address ?? otherAddresses;
  await query(
    sql`INSERT INTO unknown_sign_ins (minute, address, failures)
     SELECT ${minute}::timestamptz, CASE WHEN EXISTS (SELECT FROM unknown_sign_ins
     WHERE minute = ${minute} AND address = ${from})
         OR (SELECT count(*) FROM unknown_sign_ins WHERE minute = ${minute}) < ${mostAddresses}::integer
         THEN ${from}::text ELSE ${otherAddresses}::text END, 1
     ON CONFLICT (minute, address) DO UPDATE SET failures = unknown_sign_ins.failures + 1`,
  );
}
