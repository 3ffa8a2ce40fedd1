import pg from 'pg';
import type { Database, Queries } from '#database/database.ts';
import { type Parameter, toStatement } from '#database/sql.ts';

export type Recorded = ReturnType<typeof toStatement>;

/** A database that works as before and records every statement with its values. */
export function recordStatements(database: Database): { database: Database; statements: Recorded[] } {
  const statements: Recorded[] = [];
  const recording = (queries: Queries): Queries => ({
    run: queries.run,
    query: (statement, parameters) => {
      statements.push(toStatement(statement, parameters));
      return queries.query(statement, parameters);
    },
  });
  const transaction: Database['transaction'] = (work) => database.transaction((queries) => work(recording(queries)));
  const openSnapshot: Database['openSnapshot'] = (begin) =>
    database.openSnapshot((queries) => begin(recording(queries)));
  return { database: { ...database, ...recording(database), transaction, openSnapshot }, statements };
}

/** The largest number of shards that one step of the statement's plan queries. */
export async function countTasks(database: Database, statement: Recorded): Promise<number> {
  const plan = await explain(database, statement, 'FORMAT JSON');
  return Math.max(0, ...numbersAfter(plan, /"Task Count":\s*(\d+)/g));
}

/** Bytes that the workers sent, including intermediate results between them. The statement is executed, so it must not change anything. */
export async function countBytes(database: Database, statement: Recorded): Promise<number> {
  const plan = await explain(database, statement, 'FORMAT JSON, ANALYZE, TIMING off');
  const units: Record<string, number> = { bytes: 1, kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };
  const sizes = [...plan.matchAll(/"Tuple data received from nodes":\s*"(\d+) (bytes|kB|MB|GB)"/g)];
  return sizes.reduce((sum, [, size, unit = '']) => sum + Number(size) * (units[unit] ?? Number.NaN), 0);
}

/** The values are inserted into the text, because a cluster cannot explain statements with parameters. */
export async function explain(database: Database, { text, values }: Recorded, how: string): Promise<string> {
  const whole = text.replace(/\$(\d+)/g, (_, place: string) => toLiteral(values[Number(place) - 1] ?? null));
  const [row] = await database.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (${how}) ${whole}`);
  return JSON.stringify(row?.['QUERY PLAN']);
}

const numbersAfter = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number));

function toLiteral(value: Parameter): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return `ARRAY[${value.map(toLiteral).join(', ')}]`;
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
