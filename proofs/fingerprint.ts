import type { Database } from '#api/database/database.ts';

interface Print {
  count: number;
  hash: string;
}

/** Count and hash of every table's rows, independent of their order. */
export async function fingerprint({ query }: Pick<Database, 'query'>): Promise<Map<string, Print>> {
  const tables = await query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const prints = new Map<string, Print>();
  for (const { name } of tables) {
    const [print] = await query<Print>(
      `SELECT count(*) AS count, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS hash FROM ${name} AS t`,
    );
    if (print) prints.set(name, print);
  }
  return prints;
}

/** Tables that are missing on one side or have different rows. */
export function namesThatDiffer(one: Map<string, Print>, other: Map<string, Print>): string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return names.filter((name) => {
    const [left, right] = [one.get(name), other.get(name)];
    return left?.count !== right?.count || left?.hash !== right?.hash;
  });
}
