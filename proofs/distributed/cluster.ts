import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { findPostgres, startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

export type Server = Awaited<ReturnType<typeof startThrowawayPostgres>>;

const settings = { shared_preload_libraries: 'citus', max_prepared_transactions: '200', max_connections: '300' };

/** The message when the extension is missing; the operator has to install it. */
export const withoutCitus =
  'PostgreSQL has no Citus extension here. Install it (the official container image, or Citus’ own packages for the installed PostgreSQL) and run this again.';

export function hasExtension(): boolean {
  const bin = findPostgres();
  if (!bin) return false;
  const folder = execFileSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim();
  return existsSync(join(folder, 'extension', 'citus.control'));
}

/** Starts a server that can join a cluster; the caller stops it. */
export const startServer = (): Promise<Server> => startThrowawayPostgres({ settings });

export async function onDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect({ databaseUrl: url });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const named = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Creates a database with this name on every server, with the first one as coordinator; returns its address. */
export async function makeCluster(servers: readonly Server[], name: string): Promise<string> {
  for (const { url } of servers) {
    if (name !== 'postgres') await onDatabase(url, ({ run }) => run(`CREATE DATABASE ${name}`));
    await onDatabase(named(url, name), ({ run }) => run('CREATE EXTENSION citus'));
  }
  const [leader, ...workers] = servers.map(({ url }) => new URL(url));
  if (!leader) throw new Error('A cluster has a coordinator.');
  const url = named(leader.href, name);
  await onDatabase(url, async ({ run }) => {
    await run(`SELECT citus_set_coordinator_host('${leader.hostname}', ${leader.port})`);
    for (const { hostname, port } of workers) await run(`SELECT citus_add_node('${hostname}', ${port})`);
  });
  return url;
}
