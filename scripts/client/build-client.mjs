import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, runCommand, runTool } from '#scripts/run-command.mjs';

const folder = join(root, 'packages/client');
const cache = join(folder, '.cache');
const stamp = join(cache, 'built-from');
const generated = join(folder, 'src/generated');
const document = join(cache, 'openapi.json');

/** The sources from which the types are generated. */
const documentSources = ['packages/contract/src', 'apps/api/src/docs', 'packages/client/generate', 'package-lock.json'];
/** The files that are compiled with them. */
const ownSources = ['packages/client/src', 'packages/client/tsconfig.build.json', 'packages/client/tsconfig.json'];

/**
 * Generates and compiles the client unless dist/ was made from exactly these sources. Can run twice concurrently: each file is
 * written elsewhere and then moved.
 * @returns {Promise<boolean>} whether dist/ is now fresh
 */
export async function buildClientWhenStale() {
  const [typesFrom, builtFrom] = [hash(documentSources), hash([...documentSources, ...ownSources])];
  const [lastTypes, lastBuilt] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const hasTypes = existsSync(join(generated, 'calls.ts')) && existsSync(join(generated, 'document.ts'));
  if (lastBuilt === builtFrom && hasTypes && existsSync(join(folder, 'dist/client.js'))) return true;
  console.log('Building the client …');
  mkdirSync(cache, { recursive: true });
  mkdirSync(generated, { recursive: true });
  const isBuilt = ((lastTypes === typesFrom && hasTypes) || (await generate())) && (await compile());
  if (isBuilt) put(stamp, `${typesFrom} ${builtFrom}`);
  return isBuilt;
}

async function generate() {
  const fresh = `${document}.${process.pid}`;
  const written = await run(['--import', 'tsx', join(root, 'scripts/client/write-document.ts'), fresh]);
  const isGenerated = written && (await run([join(folder, 'generate/generate.mjs'), fresh, generated]));
  rmSync(fresh, { force: true });
  return isGenerated;
}

/** @param {string[]} parameters */
async function run(parameters) {
  const { code, output } = await runCommand(process.execPath, parameters, { isQuiet: true });
  if (code !== 0) console.error(`${output}\nThe client could not be generated.`);
  return code === 0;
}

async function compile() {
  const fresh = join(cache, `build-${process.pid}`);
  const parameters = ['-p', join(folder, 'tsconfig.build.json'), '--outDir', fresh];
  const { code, output } = await runTool('typescript/bin/tsc', parameters, { isQuiet: true });
  if (code === 0) replaceFiles(fresh, join(folder, 'dist'));
  else console.error(`${output}\nThe client could not be compiled.`);
  rmSync(fresh, { recursive: true, force: true });
  return code === 0;
}

/**
 * @param {string} fresh
 * @param {string} place
 */
function replaceFiles(fresh, place) {
  const files = filesOf(fresh).map((path) => path.slice(fresh.length + 1));
  for (const file of files) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    renameSync(join(fresh, file), join(place, file));
  }
  for (const path of filesOf(place)) if (!files.includes(path.slice(place.length + 1))) rmSync(path, { force: true });
}

/**
 * @param {string} path
 * @param {string} text
 */
function put(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

/** @param {string[]} sources */
function hash(sources) {
  const made = createHash('sha256');
  for (const source of sources)
    for (const path of filesOf(join(root, source)).filter(isSource))
      made.update(path.slice(root.length)).update(readFileSync(path));
  return made.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]} files, in the same order on every machine
 */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => join(path, name)).filter((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
}

/** @param {string} path */
function isSource(path) {
  return !path.endsWith('.test.ts') && !path.startsWith(generated);
}
