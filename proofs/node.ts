import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { awaitAnswer } from '#scripts/await-answer.ts';
import { freePort } from '#scripts/free-port.mjs';
import { root, runCommand, runNpm } from '#scripts/run-command.mjs';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- node`: for each supported version of Node, takes its binary from the npm registry and a copy of
 * this repository, installs from the lockfile, runs the unit tests and those of the API on PostgreSQL, builds the portal
 * and starts it.
 */
const supported = ['20.19', '22', '24'];

/** A copy of the repository, and the Node to use with it. */
interface Candidate {
  node: string;
  folder: string;
  /** Test files to run instead of whole suites. */
  files: readonly string[];
}

type Part = (candidate: Candidate) => Promise<string>;

/** Each part returns an error message, empty on success. Every other part needs `install`. */
const parts: Record<string, Part> = {
  install: ({ node, folder }) => run(node, folder, [npmScript(), 'ci', '--no-audit', '--no-fund']),
  unit: (candidate) =>
    runTests(candidate, ['contract', 'client', 'cli', 'portal', 'portal, fresh pages', 'scripts'], undefined),
  api: (candidate) => runTests(candidate, ['api'], postgres.url),
  build: async ({ node, folder }) => {
    const wrong = await run(node, folder, ['scripts/build.mjs']);
    return wrong || (existsSync(join(folder, 'apps/portal/dist/index.html')) ? '' : 'The build has no index.html.');
  },
  start: startAndStop,
};

const usage = `Usage: npm run prove -- node [--node ${supported.join(',')}] [--parts ${Object.keys(parts).join(',')}] [TEST FILES]`;

function npmScript(): string {
  const script = process.env['npm_execpath'];
  if (!script?.endsWith('.js'))
    throw new Error('Start this with npm, whose own script runs with each version of Node.');
  return script;
}

/**
 * Runs a script in a copy with its Node, which child processes find first too; returns the end of its output when it
 * failed.
 */
async function run(node: string, folder: string, parameters: string[], databaseUrl?: string): Promise<string> {
  const env = {
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    INIT_CWD: undefined,
    TEST_DATABASE_URL: databaseUrl,
  };
  const { code, output } = await runCommand(node, parameters, { cwd: folder, env, isQuiet: true });
  return code === 0 ? '' : output.slice(-6000) || `${parameters.join(' ')} ended with ${code}`;
}

function runTests(
  { node, folder, files }: Candidate,
  projects: string[],
  databaseUrl: string | undefined,
): Promise<string> {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const isAnyOf = files.length > 0 ? ['--passWithNoTests', ...files] : [];
  return run(node, folder, ['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...isAnyOf], databaseUrl);
}

/** Starts the product with little sample data, requests a page and a guide of the API, and stops it with SIGTERM. */
async function startAndStop({ node, folder }: Candidate): Promise<string> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, '.data'), SAMPLE_PAYMENTS: '500' };
  const server = spawn(node, ['scripts/start.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-6000)));
  const ended = new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)));
  const isOver = () => server.exitCode !== null || server.signalCode !== null;
  const address = `http://localhost:${port}`;
  const wrong: string[] = [];
  if (await awaitAnswer(`${address}/health/ready`, { patienceMs: 300_000, isOver })) {
    for (const path of ['/auth/signin', '/sandbox/docs/guides/keys']) {
      const answer = await fetch(address + path, { headers: { accept: 'text/html' } });
      if (answer.status !== 200) wrong.push(`${path} answered ${answer.status}.`);
    }
  } else wrong.push(`It did not become ready:\n${output}`);
  server.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) wrong.push(`SIGTERM ended it with ${code}.`);
  return wrong.join('\n');
}

/** The binary of a version, as the npm package `node` installs it for this machine. */
async function fetchNode(version: string, place: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(place, `node-${version}`);
  const parameters = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`];
  const { code, output } = await runNpm(parameters, { cwd: place, isQuiet: true });
  if (code !== 0) throw new Error(`Node ${version} could not be fetched:\n${output}`);
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** The files of this repository in their current state, without those that git ignores. */
function copyRepository(folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  for (const name of names)
    if (name !== '' && existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name), { verbatimSymlinks: true });
  // Some tests ask git for the list of files.
  for (const parameters of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    execFileSync('git', parameters, { cwd: folder });
}

async function prove(version: string, chosen: string[], files: string[]): Promise<boolean> {
  const place = mkdtempSync(join(tmpdir(), 'volume-node-'));
  try {
    const node = await fetchNode(version, place);
    const name = `Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`;
    const folder = join(place, 'portal');
    copyRepository(folder);
    let isProved = true;
    for (const part of chosen) {
      const begun = Date.now();
      const wrong = (await parts[part]?.({ node, folder, files })) ?? '';
      const seconds = Math.round((Date.now() - begun) / 1000);
      console.log(`${wrong ? '✗' : '✓'} ${name}: ${part} (${seconds} s)${wrong && `\n${wrong}`}`);
      if (wrong) isProved = false;
    }
    return isProved;
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string' }, parts: { type: 'string' } },
});
const versions = values.node?.split(',') ?? supported;
const wanted = values.parts?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((part) => !Object.hasOwn(parts, part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}.\n${usage}`);
  process.exit(2);
}
// Every part needs the installed packages.
const chosen = Object.keys(parts).filter((part) => part === 'install' || wanted.includes(part));
const postgres = await startThrowawayPostgres({ isSmall: true });
const proved: boolean[] = [];
try {
  for (const version of versions) proved.push(await prove(version, chosen, positionals));
} finally {
  await postgres.stop();
}
const left = Object.keys(parts).filter((part) => !chosen.includes(part));
if (left.length > 0) console.log(`Not run: ${left.join(', ')}.`);
if (positionals.length > 0) console.log(`Of the tests only ${positionals.join(', ')}.`);
console.log(proved.every(Boolean) ? 'Proved.' : 'Not proved.');
process.exitCode = proved.every(Boolean) ? 0 : 1;
