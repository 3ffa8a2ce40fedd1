import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fillPortalSettings, readPortalSettings } from '@volume/contract/portal/fill-settings.ts';
import { dropTemplates, openEmbeddedDatabase } from '#api/database/embedded-database.ts';
import { migrate } from '#api/database/migrate.ts';
import { createVault } from '#api/core/secrets/vault.ts';
import { testSecretsKey } from '#api/testing/secrets-key.ts';
import { simulatedBanks, writeSimulatedBanks } from '#api/providers/simulated/banks.ts';
import { writeSampleWorld } from '#api/sample-data/write-sample-world.ts';
import { fileTypes } from '#scripts/file-types.ts';
import { runTool, root } from '#scripts/run-command.mjs';

const origin = 'https://demo.volume.example';
const payments = 2000;

/**
 * The demo's content security policy (decision 14): PGlite compiles what it loads, so the demo host allows eval, and
 * the provider's pages are in a frame with their own styles. Calls only go to this host.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

// The in-memory database keeps no handle open, so Node would exit while it is still working.
const waiting = setInterval(() => undefined, 1000);
const { values } = parseArgs({ options: { out: { type: 'string' }, 'build-only': { type: 'boolean' } } });
const out = join(root, values.out ?? 'apps/portal/dist-demo');
await buildDemo();
clearInterval(waiting);
if (values['build-only'] !== true) serve(Number(process.env['PORT'] ?? 4000));

/** The page, its settings and the initial world, for any static host. */
async function buildDemo(): Promise<void> {
  console.log('Building the demo …');
  const { code, output } = await runTool(
    'vite/bin/vite.js',
    ['build', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: join(root, 'apps/portal'), env: { VITE_DEMO: 'true' }, isQuiet: true },
  );
  if (code !== 0) throw new Error(`${output}\nThe demo could not be built.`);
  const settings = readPortalSettings(
    { ...process.env, PORTAL_API_BASE_URL: `${origin}/sandbox` },
    {
      automationHookUrl: `${origin}/automation`,
      signUpEmail: 'sign-up@sandbox.example',
      signUpPassword: 'sandbox-sign-up',
      monitoringClientToken: '',
      monitoringApplicationId: '',
      isLocal: true,
    },
  );
  const page = join(out, 'index.html');
  writeFileSync(page, fillPortalSettings(readFileSync(page, 'utf8'), settings));
  mkdirSync(join(out, 'demo'), { recursive: true });
  writeFileSync(join(out, 'demo/world.tar.gz'), await makeWorld());
  for (const name of readdirSync(join(out, 'assets'))) if (/\.(wasm|data)$/.test(name)) pack(join(out, 'assets', name));
  writeFileSync(join(out, '_headers'), `/*\n  Content-Security-Policy: ${policy}\n`);
}

/** The sample world in PGlite's format, relative to today. */
async function makeWorld(): Promise<Uint8Array> {
  const { database, client } = await openEmbeddedDatabase({ dataDir: 'memory://' });
  await migrate(database);
  const { seal } = createVault(testSecretsKey);
  const hashPassword = async (password: string): Promise<string> => `demo:${password}`;
  await writeSimulatedBanks(database);
  const world = { seed: 'volume', now: new Date(), payments, banks: simulatedBanks };
  await writeSampleWorld(database, { ...world, hashPassword, seal });
  await dropTemplates(client);
  await forgetLog(client);
  const file = await client.dumpDataDir('none');
  await database.close();
  return gzipSync(new Uint8Array(await file.arrayBuffer()));
}

/** Removes the write-ahead log, which is half of the download. A new copy has nothing to recover. */
async function forgetLog(client: Awaited<ReturnType<typeof openEmbeddedDatabase>>['client']): Promise<void> {
  await client.exec('SET wal_recycle = off');
  for (let segment = 0; segment < 2; segment += 1) {
    await client.query('SELECT pg_switch_wal()');
    await client.exec('CHECKPOINT');
  }
}

/** Compresses the database's own files like the build compresses text, which saves three quarters of the download. */
function pack(path: string): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }));
}

function serve(port: number): void {
  const server = createServer((request, response) => {
    const path = normalize(decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = join(out, path);
    const isFile = extname(path) !== '' && existsSync(file);
    if (!isFile && extname(path) !== '') return void response.writeHead(404).end();
    const isPacked = isFile && takesBrotli(request) && existsSync(`${file}.br`);
    const content = readFileSync(isPacked ? `${file}.br` : isFile ? file : join(out, 'index.html'));
    response.writeHead(200, {
      'content-type': isFile ? (fileTypes[extname(path)] ?? 'application/octet-stream') : fileTypes['.html'],
      'content-length': content.byteLength,
      ...(isPacked && { 'content-encoding': 'br' }),
      vary: 'accept-encoding',
      'content-security-policy': policy,
    });
    response.end(content);
  });
  server.listen(port, () => console.log(`\nThe demo is at http://localhost:${port}   Ctrl-C stops it.\n`));
}

const takesBrotli = ({ headers }: IncomingMessage): boolean => /\bbr\b/.test(String(headers['accept-encoding']));
