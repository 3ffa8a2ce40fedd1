import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNpm } from './run-command.mjs';

const lockfile = join(root, 'package-lock.json');
const installed = join(root, 'node_modules/.package-lock.json');
const stamp = join(root, 'node_modules/.installed-from');

/** Installs from the lockfile when node_modules is missing or was made from another lockfile. */
export async function installWhenNeeded() {
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (isInstalled(hash)) return;
  console.log('Installing dependencies from package-lock.json …');
  const { code } = await runNpm(['ci']);
  if (code !== 0) {
    console.error('The dependencies could not be installed: `npm ci` failed, its own words are above.');
    process.exit(1);
  }
  writeFileSync(stamp, hash);
}

/** @param {string} hash of the lockfile */
function isInstalled(hash) {
  if (!existsSync(installed)) return false;
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hash;
  // A manual installation leaves no stamp; then npm's own record must be newer than the lockfile.
  if (statSync(installed).mtimeMs < statSync(lockfile).mtimeMs) return false;
  writeFileSync(stamp, hash);
  return true;
}
