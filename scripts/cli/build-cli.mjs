import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildClientWhenStale } from '#scripts/client/build-client.mjs';
import { root } from '#scripts/run-command.mjs';

const folder = join(root, 'packages/cli');
const cache = join(folder, '.cache');
const stamp = join(cache, 'built-from');
const built = join(folder, 'dist/volume.mjs');
const sources = ['packages/cli/src', 'packages/cli/package.json', 'packages/client/dist', 'scripts/cli'];

/**
 * Bundles the tool with the client into one file, unless that was made from exactly these sources.
 * @returns {Promise<boolean>} whether the file is now fresh
 */
export async function buildToolWhenStale() {
  if (!(await buildClientWhenStale())) return false;
  const hash = hashSources();
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const fresh = `${built}.${process.pid}`;
  try {
    await build({
      entryPoints: [join(folder, 'src/main.ts')],
      outfile: fresh,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.3',
      define: { __VERSION__: JSON.stringify(version) },
      logLevel: 'error',
    });
  } catch {
    console.error('The command line tool could not be built.');
    return false;
  }
  renameSync(fresh, built);
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

function hashSources() {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const path of filesOf(join(root, source))) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]} files, in the same order on every machine
 */
function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => join(path, name)).filter((each) => !each.endsWith('.test.ts') && statSync(each).isFile());
}
