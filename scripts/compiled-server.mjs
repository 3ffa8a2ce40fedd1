import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildClientWhenStale } from './client/build-client.mjs';
import { root, runCommand } from './run-command.mjs';

/**
 * `node scripts/compiled-server.mjs` prints a folder with the server and its commands as JavaScript, as in the image, made
 * from exactly these sources. Tests that start many processes use it, because each start through tsx costs seconds of a
 * processor.
 */
const cache = join(root, 'apps/api/.cache/server');
const sources = ['apps/api/src', 'packages/contract/src', 'packages/client/dist', 'scripts/compile-server.mjs'];
/** Everything that the folder shares with the repository: packages, with their cached databases, and the portal. */
const shared = ['node_modules', 'apps/portal/dist'];

console.log(await compileWhenStale());

/** Can run twice concurrently: each run compiles elsewhere, and the first to finish puts its folder in place. */
async function compileWhenStale() {
  if (!(await buildClientWhenStale())) throw new Error('The client could not be built.');
  const folder = join(cache, hashSources());
  if (existsSync(folder)) return folder;
  const fresh = `${folder}-${process.pid}`;
  const { code, output } = await runCommand(process.execPath, ['scripts/compile-server.mjs', fresh], { isQuiet: true });
  if (code !== 0) throw new Error(`The server could not be compiled.\n${output}`);
  for (const part of shared) {
    mkdirSync(dirname(join(fresh, part)), { recursive: true });
    symlinkSync(join(root, part), join(fresh, part), 'junction');
  }
  for (const old of readdirSync(cache).filter((name) => !name.includes('-'))) {
    if (join(cache, old) !== folder) rmSync(join(cache, old), { recursive: true, force: true });
  }
  if (existsSync(folder)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, folder);
  return folder;
}

function hashSources() {
  const hash = createHash('sha256');
  for (const source of [...sources, 'package.json', 'package-lock.json'])
    for (const path of filesOf(join(root, source))) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string} path
 * @returns {string[]} files that are not tests, in the same order on every machine
 */
function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => join(path, name)).filter((each) => !each.endsWith('.test.ts') && statSync(each).isFile());
}
