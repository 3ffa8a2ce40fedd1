import type { Queries } from '#database/database.ts';

/** How many exceptions wait for somebody, of all merchants. */
export async function countUnresolved({ query }: Queries): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM exceptions WHERE state IN ('OPEN', 'DISPUTED')`,
  );
  return row?.count ?? 0;
}
