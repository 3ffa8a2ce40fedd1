import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.mjs';
import { canInstallPackages, installPackage } from './install-package.mjs';
import { servantOf } from './throwaway-postgres.mjs';

const usual = {
  listen_addr: '127.0.0.1',
  unix_socket_dir: '',
  auth_type: 'any',
  pool_mode: 'transaction',
  max_client_conn: '1000',
  default_pool_size: '20',
  server_idle_timeout: '5',
  query_timeout: '120',
  idle_transaction_timeout: '120',
};

/**
 * Starts a pgBouncer in transaction mode in front of all databases of a throw-away PostgreSQL, on a free port of
 * 127.0.0.1, never as root.
 * @param {string} url of the PostgreSQL
 * @param {Record<string, string>} [settings] of pgbouncer.ini, which override the defaults above
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} throws an Error when pgBouncer is missing or does not start
 */
export async function startThrowawayPgbouncer(url, settings = {}) {
  const program = findPgbouncer() ?? (await installPgbouncer());
  if (!program) throw new Error('No pgBouncer here: install it (Debian: apt-get install pgbouncer).');
  const folder = mkdtempSync(join(tmpdir(), 'volume-pgbouncer-'));
  const owner = servantOf(folder);
  const port = await freePort();
  writeFileSync(join(folder, 'pgbouncer.ini'), configure(url, { ...usual, listen_port: String(port), ...settings }));
  const pooler = spawn(program, [join(folder, 'pgbouncer.ini')], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const killAtExit = () => (pooler.kill('SIGKILL'), remove());
  process.once('exit', killAtExit);
  await started(pooler);
  const stop = async () => {
    process.off('exit', killAtExit);
    const gone = new Promise((resolve) => pooler.once('exit', resolve));
    if (pooler.exitCode === null && pooler.signalCode === null && pooler.kill('SIGTERM')) await gone;
    remove();
  };
  return { url: Object.assign(new URL(url), { port: String(port) }).href, stop };
}

/**
 * @param {string} url
 * @param {Record<string, string>} settings
 * @returns {string} pgbouncer.ini
 */
function configure(url, settings) {
  const { hostname, port, username } = new URL(url);
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return ['[databases]', `* = host=${hostname} port=${port} user=${username}`, '[pgbouncer]', ...lines, ''].join('\n');
}

/** @returns {string | undefined} */
function findPgbouncer() {
  const folders = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
}

async function installPgbouncer() {
  if (!canInstallPackages()) return undefined;
  return (await installPackage('pgbouncer')) ? findPgbouncer() : undefined;
}

/** @param {import('node:child_process').ChildProcess} pooler */
function started(pooler) {
  return new Promise((resolve, reject) => {
    let log = '';
    pooler.stderr?.on('data', (chunk) => {
      if (log.length < 20_000) log += chunk;
      if (log.includes('process up')) resolve(undefined);
    });
    pooler.on('error', reject);
    pooler.on('exit', () => reject(new Error(`pgBouncer did not start:\n${log}`)));
  });
}
