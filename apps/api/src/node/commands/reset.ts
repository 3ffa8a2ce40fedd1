import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandSettings, runCommand, say } from './run-command.ts';

const command = {
  call: 'npm run admin -- reset',
  help: `npm run admin -- reset

Removes the embedded database in DATA_DIR with its sample world; the next start makes a fresh one. The key in secrets-key stays. A
PostgreSQL database is not touched.`,
  options: {},
} as const;

await runCommand(command, async () => {
  const { dataDir } = readCommandSettings();
  // The key is kept: the secrets in a PostgreSQL database that this server filled may be encrypted with it.
  const entries = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== 'secrets-key') : [];
  if (entries.length === 0) return say(`There is no world in ${dataDir}. npm start makes one.`);
  const holder = readHolder(join(dataDir, 'lock.json'));
  if (holder !== undefined && isAlive(holder)) {
    throw new Error(`${dataDir} is in use by process ${holder}. Stop that one first. Nothing was removed.`);
  }
  // DATA_DIR could name any folder by mistake, so only one with our files is removed.
  if (!['sign-ins.json', 'database/PG_VERSION'].some((name) => existsSync(join(dataDir, name)))) {
    throw new Error(`${dataDir} does not look like a data folder of this API. Nothing was removed.`);
  }
  for (const name of entries) rmSync(join(dataDir, name), { recursive: true });
  say('The world is gone. npm start makes a fresh one.');
});

function readHolder(path: string): number | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(path, 'utf8')) as { pid?: unknown };
    return Number.isInteger(pid) ? (pid as number) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
