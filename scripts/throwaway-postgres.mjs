import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.mjs';
import { canInstallPackages, installPackage } from './install-package.mjs';

/** No data survives the run, so nothing has to be flushed to disk. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const initialise = ['-U', 'volume', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
const copy = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];

/**
 * Starts a PostgreSQL server in a temporary folder, on a free port of 127.0.0.1, never as root. It is removed by
 * stop(), and when this process ends.
 * @typedef {object} Options
 * @property {Record<string, string>} [settings] of postgresql.conf, which override the careless defaults
 * @property {string} [standbyOf] the primary, for a streaming standby
 * @property {number} [port] a free one by default
 * @property {boolean} [isSmall] its data need at most two gigabytes, so they are in memory where there is plenty of it
 *
 * @param {Options} [options]
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, kill: () => Promise<void> }>} kill sends SIGQUIT; throws an Error when PostgreSQL is missing or does not start
 */
export async function startThrowawayPostgres({ settings = {}, standbyOf, port: wanted, isSmall = false } = {}) {
  const bin = findPostgres() ?? (await installPostgres());
  if (!bin)
    throw new Error(
      'No PostgreSQL here: install it (Debian: apt-get install postgresql) or name one in TEST_DATABASE_URL.',
    );
  const folder = mkdtempSync(join(isSmall && hasRoomInMemory() ? memory : tmpdir(), 'volume-postgres-'));
  const owner = servantOf(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const data = join(folder, 'data');
    /** @type {import('node:child_process').ExecFileSyncOptions} */
    const options = { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] };
    if (standbyOf === undefined) execFileSync(join(bin, 'initdb'), ['-D', data, ...initialise], options);
    else execFileSync(join(bin, 'pg_basebackup'), ['-D', data, '-d', standbyOf, ...copy], options);
    const port = wanted ?? (await freePort());
    const server = await startServer({ bin, data, folder, port, owner, settings: { ...careless, ...settings } });
    const killAtExit = () => (server.kill('SIGQUIT'), remove());
    process.once('exit', killAtExit);
    const end = async (/** @type {'SIGINT' | 'SIGQUIT'} */ signal) => {
      process.off('exit', killAtExit);
      await stopServer(server, signal);
      remove();
    };
    const url = `postgres://volume@127.0.0.1:${port}/postgres`;
    return { url, pid: server.pid ?? 0, stop: () => end('SIGINT'), kill: () => end('SIGQUIT') };
  } catch (error) {
    remove();
    throw error;
  }
}

const memory = '/dev/shm';
const plenty = 6 * 2 ** 30;

/** A test database has a thousand files: making and removing them on a disk takes most of the server's time. */
function hasRoomInMemory() {
  if (!existsSync(memory) || freemem() < plenty) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > plenty;
}

/** @returns {string | undefined} the folder of initdb and postgres; the newest version if there are several */
export function findPostgres() {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

async function installPostgres() {
  if (!canInstallPackages()) return undefined;
  return (await installPackage('postgresql')) ? findPostgres() : undefined;
}

/**
 * PostgreSQL refuses to run as root: under root it runs as the user postgres or nobody, who must own the folder.
 * @param {string} folder
 * @returns {{ uid?: number, gid?: number }}
 */
export function servantOf(folder) {
  if (process.getuid?.() !== 0) return {};
  const id = (/** @type {string[]} */ ...parameters) =>
    Number(execFileSync('id', parameters, { stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const user of ['postgres', 'nobody']) {
    try {
      const owner = { uid: id('-u', user), gid: id('-g', user) };
      chownSync(folder, owner.uid, owner.gid);
      return owner;
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody here.');
}

/**
 * @param {{ bin: string, data: string, folder: string, port: number, owner: object, settings: Record<string, string> }} place
 * @returns {Promise<import('node:child_process').ChildProcess>} once it accepts connections
 */
function startServer({ bin, data, folder, port, owner, settings }) {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: '200', ...settings };
  const parameters = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // detached, so that Ctrl-C only reaches the test run, which then stops the server itself.
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...parameters], {
    ...owner,
    // Servers of a cluster are clients of each other and look for certificates in HOME, but root's home is not
    // readable.
    env: { ...process.env, HOME: folder },
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.on('data', (chunk) => {
      if (log.length < 20_000) log += chunk;
      if (/ready to accept (read-only )?connections/.test(log)) resolve(server);
    });
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {'SIGINT' | 'SIGQUIT'} signal
 */
function stopServer(server, signal) {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve(undefined));
    server.kill(signal);
  });
}
