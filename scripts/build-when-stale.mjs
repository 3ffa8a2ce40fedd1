import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNpm, runTool } from './run-command.mjs';

const portal = join(root, 'apps/portal');
const dist = join(portal, 'dist');
const stamp = join(dist, '.built-from');
const sources = [
  'apps/portal/src',
  'apps/portal/public',
  'apps/portal/vite',
  'apps/portal/index.html',
  'apps/portal/vite.config.ts',
  'packages/contract/src',
  'package-lock.json',
];

/**
 * Builds the portal unless dist/ was made from exactly these sources.
 * @returns {Promise<boolean>} whether dist/ is now fresh
 */
export async function buildWhenStale() {
  const hash = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  console.log('Building the portal …');
  // Built in another folder and then moved, so that a server or a second build never sees an incomplete folder.
  const fresh = join(portal, '.cache', `build-${process.pid}`);
  const { code, output } = await runTool(
    'vite/bin/vite.js',
    ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: portal,
      isQuiet: true,
    },
  );
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    console.error(`${output}\nThe portal could not be built.`);
    return false;
  }
  if (!(await writeSbom(fresh))) return false;
  writeFileSync(join(fresh, '.built-from'), hash);
  putInPlace(fresh);
  return true;
}

/**
 * Writes every package of the lockfile as CycloneDX, each of development marked as such.
 * @param {string} folder of the build
 */
async function writeSbom(folder) {
  // `--omit dev` would also omit packages that both the product and a tool depend on, such as react.
  const { code, output } = await runNpm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], { isQuiet: true });
  // npm can print messages before and after the JSON.
  const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  if (code !== 0 || text === '') {
    console.error(`${output}\nThe list of packages (SBOM) could not be written.`);
    return false;
  }
  const sbom = JSON.parse(text);
  // npm uses the name of the folder.
  sbom.metadata.component.name = 'volume-merchant-portal';
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  return true;
}

/** @param {string} fresh folder of the finished build */
function putInPlace(fresh) {
  const old = `${fresh}-old`;
  mkdirSync(join(portal, '.cache'), { recursive: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

function hashSources() {
  const hash = createHash('sha256').update(process.env['VITE_DEMO'] ?? '');
  for (const source of sources)
    for (const path of filesOf(join(root, source))) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]} the files that a build can depend on, in the same order on every machine
 */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  const isSource = (/** @type {string} */ name) => !/\.test\.tsx?$/.test(name) && statSync(join(path, name)).isFile();
  return names.filter(isSource).map((name) => join(path, name));
}
