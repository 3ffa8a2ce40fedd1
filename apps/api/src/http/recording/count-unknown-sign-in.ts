import type { Queries } from '#database/database.ts';

/** Addresses counted apart in one minute; the rest of them together. */
const mostAddresses = 100;

/** Stands for all addresses beyond those counted apart. */
export const otherAddresses = 'others';

/** Counts one failed sign-in for an account there is not, by address and minute: however many are made up, the rows stay few. */
export async function countUnknownSignIn({ query }: Queries, address: string | null, at: Date): Promise<void> {
  const minute = new Date(at.getTime() - (at.getTime() % 60_000));
  await query(
    `INSERT INTO unknown_sign_ins (minute, address, failures)
     SELECT $1::timestamptz, CASE WHEN EXISTS (SELECT FROM unknown_sign_ins WHERE minute = $1 AND address = $2)
         OR (SELECT count(*) FROM unknown_sign_ins WHERE minute = $1) < ${mostAddresses} THEN $2::text ELSE '${otherAddresses}' END, 1
     ON CONFLICT (minute, address) DO UPDATE SET failures = unknown_sign_ins.failures + 1`,
    [minute, address ?? otherAddresses],
  );
}
