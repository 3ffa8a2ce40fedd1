import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './run-command.mjs';

const folder = resolve(root, process.env['DATA_DIR'] || '.data');
const holder = readHolder(join(folder, 'lock.json'));

// The key is kept: the secrets in a PostgreSQL database that this server filled may be encrypted with it.
const entries = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'secrets-key') : [];

if (entries.length === 0) {
  console.log(`There is no world in ${folder}. npm start makes one.`);
} else if (holder !== undefined && isAlive(holder)) {
  console.error(`${folder} is in use by process ${holder}. Stop that one first.`);
  process.exitCode = 1;
} else if (!looksLikeOurs()) {
  console.error(`${folder} does not look like a data folder of this API; nothing was removed.`);
  process.exitCode = 1;
} else {
  for (const name of entries) rmSync(join(folder, name), { recursive: true });
  console.log('The world is gone. npm start makes a fresh one.');
}

/** @param {string} path */
function readHolder(path) {
  try {
    const { pid } = JSON.parse(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) ? /** @type {number} */ (pid) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** DATA_DIR could name any folder by mistake, so only one with our files is removed. */
function looksLikeOurs() {
  return ['sign-ins.json', 'database/PG_VERSION'].some((name) => existsSync(join(folder, name)));
}
