import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awaitAnswer } from '#scripts/await-answer.ts';
import { freePort } from '#scripts/free-port.mjs';
import { testSecretsKey } from '#api/testing/secrets-key.ts';
import { portalVariables } from '#proofs/portal-variables.ts';
import { findOwner, type Image, runDockerfile } from '#proofs/image/run-dockerfile.ts';
import { root } from '#scripts/run-command.mjs';

/**
 * `npm run prove -- image`: runs the Dockerfile's steps without Docker, in a folder and with this Node: copies, installation,
 * build, pruning. The result contains neither sources nor tests, except those of packages. It is started with the image's command
 * as an unprivileged user and must answer; the health check must succeed, and SIGTERM must end it.
 */
const owner = findOwner();
const [uid, gid] = owner?.split(':').map(Number) ?? [];
const servant = uid === undefined || gid === undefined ? {} : { uid, gid };
const place = mkdtempSync(join(tmpdir(), 'volume-image-'));
// mkdtemp creates it with mode 0700, but the image's user needs access.
chmodSync(place, 0o755);

/** The settings that operations.md requires, with placeholder addresses. */
const settings = {
  ...portalVariables('https://portal.volume.example/sandbox'),
  PORTAL_URL: 'https://portal.volume.example',
  PUBLIC_URL: 'https://portal.volume.example',
  SECRETS_KEY: testSecretsKey,
  TRUSTED_PROXIES: 'none',
};

/** Starts, calls and stops it. Returns problems as sentences. */
async function tryOut({ folder, env, command, healthCheck }: Image): Promise<string[]> {
  const wrong: string[] = [];
  const port = await freePort();
  const own = { PATH: process.env['PATH'], ...env, ...settings, PORT: String(port) };
  const [program = '', ...parameters] = command;
  const server = spawn(program, parameters, { cwd: folder, env: own, ...servant, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-4000)));
  const ended = new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)));
  const isOver = (): boolean => server.exitCode !== null;
  const address = `http://127.0.0.1:${port}`;
  if (await awaitAnswer(`${address}/health/ready`, { patienceMs: 180_000, isOver })) {
    const page = await fetch(`${address}/auth/signin`, { headers: { accept: 'text/html' } });
    if (!(await page.text()).includes('id="settings"')) wrong.push('The sign-in page is no page of the portal.');
    const [check = '', ...rest] = healthCheck;
    const { status } = spawnSync(check, rest, { cwd: folder, env: own, ...servant });
    if (status !== 0) wrong.push(`The health check ended with ${status}.`);
    const admin = ['run', 'admin', '--', '--help'];
    const help = spawnSync('npm', admin, { cwd: folder, env: own, ...servant, encoding: 'utf8' });
    if (!help.stdout.includes('create-admin')) wrong.push(`npm run admin does not run: ${help.stderr}`);
  } else wrong.push(`It did not become ready:\n${output}`);
  server.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) wrong.push(`SIGTERM ended it with ${code}.`);
  return wrong;
}

/** Paths that its user can write to, except the data folder. */
const findWritable = (folder: string): string[] =>
  find(folder, ['-path', './.data', '-prune', '-o', '!', '-type', 'l', '-writable', '-print']);

/** Paths of the product's own files that match these tests of `find`. */
const findFiles = (folder: string, tests: readonly string[]): string[] =>
  find(folder, ['-path', './node_modules', '-prune', '-o', ...tests, '-print']);

function find(folder: string, parameters: readonly string[]): string[] {
  const options = { cwd: folder, ...servant, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  return execFileSync('find', ['.', ...parameters], options)
    .split('\n')
    .filter(Boolean);
}

async function prove(): Promise<boolean> {
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const image = await runDockerfile(text, { context: root, place, owner, buildArguments: { COMMIT: commit } });
  console.log(`The image's steps went through with Node ${process.version}; what it holds: ${sizeOf(image.folder)}.`);
  const wrong = await tryOut(image);
  const sources = findFiles(image.folder, [
    '(',
    '-name',
    '*.ts',
    '-o',
    '-name',
    '*.test.*',
    '-o',
    '-name',
    'testing',
    ')',
  ]);
  for (const path of sources.slice(0, 5)) wrong.push(`It contains a source or a test: ${path}.`);
  if (image.user === undefined) wrong.push('It would run as root.');
  if (owner === undefined) console.log('As another user: NOT RUN, this is not root.');
  else
    wrong.push(
      ...findWritable(image.folder)
        .slice(0, 5)
        .map((path) => `Its user may write to ${path}.`),
    );
  for (const fault of wrong) console.log(`  ${fault}`);
  return wrong.length === 0;
}

const sizeOf = (folder: string): string =>
  execFileSync('du', ['-sh', folder], { encoding: 'utf8' }).split('\t')[0] ?? '';

try {
  const isProved = await prove();
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
