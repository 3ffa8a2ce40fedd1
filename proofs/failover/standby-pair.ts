import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/free-port.mjs';
import { layLine, type Line } from '#proofs/failover/lay-line.ts';
import { etcdParameters, type PairOptions, patroniSettings } from '#proofs/failover/patroni-settings.ts';
import { findPostgres, servantOf } from '#scripts/throwaway-postgres.mjs';

/**
 * Two PostgreSQL servers under Patroni, one of them primary, with etcd for leader election, as an operator would run
 * them on three machines.
 */
export interface StandbyPair {
  /** Connection string with both servers. */
  url: string;
  /**
   * Simulates the death of the primary's machine: first its network line and Patroni, and a quarter of a second later
   * every PostgreSQL process. Writes it acknowledges in between exist nowhere else. Returns the killed server.
   */
  killPrimary: () => Promise<Member>;
  /** Restarts the server; resolves when it follows the new primary, as its kind of standby does. */
  revive: (member: Member) => Promise<void>;
  stop: () => Promise<void>;
}

interface Member {
  name: string;
  port: number;
  data: string;
  /** The address of Patroni's REST API. */
  rest: string;
  line: Line;
  start: () => void;
  patroni?: ChildProcess;
}

/** Milliseconds for which a failing primary still answers clients that reach it. */
const linger = 250;
const programs = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd' };

/** The missing programs as a message; null when a pair can run here. */
export function missingForPair(): string | null {
  const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (!findPostgres()) missing.push('postgresql');
  return missing.length === 0
    ? null
    : `not here: ${missing.join(', ')} (Debian: apt-get install patroni etcd-server postgresql)`;
}

/** Throws with Patroni's log when there is no healthy pair within two minutes. */
export async function startStandbyPair(options: PairOptions): Promise<StandbyPair> {
  const folder = mkdtempSync(join(tmpdir(), 'volume-pair-'));
  const owner = servantOf(folder);
  const run = (name: string, program: string, parameters: string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    return spawn(program, parameters, { ...owner, cwd: folder, stdio: ['ignore', log, log] });
  };
  const etcdPort = await freePort();
  const etcd = run('etcd', programs.etcd, etcdParameters(folder, etcdPort, await freePort()));
  const members: Member[] = [];
  for (const name of ['one', 'two']) members.push(await layOut({ name, folder, etcdPort, options, run }));
  const pair = { members, isSynchronous: options.isSynchronous };
  const killAll = () => {
    for (const member of members) killMember(member);
    etcd.kill('SIGKILL');
  };
  process.once('exit', killAll);
  const stop = async () => {
    process.off('exit', killAll);
    killAll();
    for (const { line } of members) await line.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    for (const member of members) member.start();
    await awaitPair(pair);
  } catch (error) {
    const logs = members.map(({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-3000));
    await stop();
    throw new Error(`The pair did not come up.\n${logs.join('\n')}`, { cause: error });
  }
  return { ...operate(pair), stop };
}

interface Pair {
  members: readonly Member[];
  isSynchronous: boolean;
}

/** The operations on a running pair. */
const operate = (pair: Pair): Omit<StandbyPair, 'stop'> => ({
  url: `postgres://volume@${pair.members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`,
  killPrimary: async () => {
    const primary = await findPrimary(pair.members);
    // Kill Patroni first: it would notice the broken line and let the primary continue without its standby.
    primary.patroni?.kill('SIGKILL');
    primary.line.cut();
    await new Promise((resolve) => setTimeout(resolve, linger));
    killMember(primary);
    return primary;
  },
  revive: async (member) => {
    member.line.mend();
    member.start();
    await awaitPair(pair);
  },
});

interface Place {
  name: string;
  folder: string;
  etcdPort: number;
  options: PairOptions;
  run: (name: string, program: string, parameters: string[]) => ChildProcess;
}

async function layOut({ name, folder, etcdPort, options, run }: Place): Promise<Member> {
  const [port, restPort] = [await freePort(), await freePort()];
  const line = await layLine(port, options.lineDelay);
  const data = join(folder, `data-${name}`);
  const settings = join(folder, `${name}.json`);
  const place = { name, folder, data, port, linePort: line.port, restPort, etcdPort };
  // Patroni reads YAML, which includes JSON.
  writeFileSync(settings, JSON.stringify(patroniSettings(place, options)));
  const member: Member = {
    name,
    port,
    data,
    rest: `http://127.0.0.1:${restPort}`,
    line,
    start: () => void (member.patroni = run(name, programs.patroni, [settings])),
  };
  return member;
}

/** Simulates a power failure: nothing is flushed and no client is notified. */
function killMember({ patroni, data }: Member): void {
  patroni?.kill('SIGKILL');
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue;
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
}

interface Cluster {
  members: { name: string; role: string; state: string; lag?: number | string; timeline?: number }[];
}

/** The cluster as Patroni reports it; null while no member answers. */
async function askPatroni(members: readonly Member[]): Promise<Cluster | null> {
  for (const { rest } of members) {
    const answer = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (answer?.ok) return (await answer.json()) as Cluster;
  }
  return null;
}

async function findPrimary(members: readonly Member[]): Promise<Member> {
  const cluster = await askPatroni(members);
  const leader = cluster?.members.find(({ role }) => role === 'leader');
  const primary = members.find(({ name }) => name === leader?.name);
  if (!primary) throw new Error(`No primary: ${JSON.stringify(cluster)}`);
  return primary;
}

/**
 * Waits until one server is the leader and the other follows without lag, as a synchronous standby if the pair is
 * synchronous.
 */
async function awaitPair({ members, isSynchronous }: Pair): Promise<void> {
  const standby = isSynchronous ? 'sync_standby' : 'replica';
  let cluster: Cluster | null = null;
  for (const until = Date.now() + 120_000; Date.now() < until;) {
    cluster = await askPatroni(members);
    // A former primary also reports no lag until it notices that the timelines have diverged, so compare the timelines.
    const now = cluster?.members.find(({ role }) => role === 'leader')?.timeline;
    const roles = cluster?.members.map(({ role, state, lag, timeline }) =>
      role === standby && (lag !== 0 || timeline !== now) ? 'behind' : `${role} ${state}`,
    );
    const follows = [`${standby} running`, `${standby} streaming`];
    if (roles?.includes('leader running') && follows.some((role) => roles.includes(role))) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No pair within two minutes: ${JSON.stringify(cluster)}`);
}
