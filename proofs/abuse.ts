import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { attacks, silentNameServer } from '#proofs/abuse/attacks.ts';
import { type Everybody, openEverybody, type Seen } from '#proofs/abuse/everybody-else.ts';
import { judgeRounds, printRow, printTop, type Round } from '#proofs/abuse/print-rounds.ts';
import { root } from '#scripts/run-command.mjs';
import { startApp } from '#scripts/start-app.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- abuse`: the fourteen attacks (quality, Security) against the real server on a separate PostgreSQL. During
 * each attack, the 99th percentiles of other users' list and sign-in stay within the larger of twice the quiet value of the same
 * minute and that value + 50 ms, as the median of three rounds; the process's peak memory stays within 100 MB of the quiet one;
 * and other users get no 5xx. An attack on other people's servers has a separate bound: how many requests arrive there. A round
 * in which the machine itself stalled is repeated. When a figure misses its bound by less than the quiet rounds differ from each
 * other, more rounds are taken, up to three times as many, and the median of all of them decides. Everything runs on this
 * machine: the server and its database on all cores but the last, the attacker, who calls from 127.0.0.66, and the other users
 * on the last one, where a user goes first: what is measured is the server's time, not a caller's wait for its processor.
 * ABUSE_ROUNDS, ABUSE_SECONDS and ABUSE_ONLY (parts of names, with semicolons between them) make it shorter.
 */
const rounds = Number(process.env['ABUSE_ROUNDS'] ?? 3);
/** Long enough for a hundred sign-ins: of fewer calls, the 99th percentile is the slowest one. */
const milliseconds = 1000 * Number(process.env['ABUSE_SECONDS'] ?? 20);
const only = (process.env['ABUSE_ONLY'] ?? '').split(';');
const cores = availableParallelism();
/** A round counts only when the machine itself was at most this many times slower than at its best. */
const steady = 1.5;

/** This process, and all that it starts from here on, run on these cores. */
function runOnCores(these: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', these, String(process.pid)], { stdio: 'ignore' });
}

interface Attacked {
  seen: Seen;
  answers: string;
  /** Whether the attacker got no more than allowed. */
  isBounded: boolean;
}

async function attack(name: string, port: number, everybody: Everybody): Promise<Attacked> {
  const script = join(root, 'proofs/abuse/attacker.ts');
  const command = ['-n', '10', process.execPath, '--import', 'tsx', script, name, String(port)];
  const attacker = spawn('nice', [...command, String(milliseconds + 1000)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => attacker.once('exit', resolve));
  await new Promise<void>((resolve) => {
    attacker.stdout.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.includes('begun')) resolve();
    });
    void ended.then(() => resolve());
  });
  const seen = await everybody.watch(milliseconds);
  const end = setTimeout(() => attacker.kill('SIGKILL'), 120_000);
  const code = await ended;
  clearTimeout(end);
  if (code !== 0 && code !== 3) throw new Error(`The attack did not come about: ${name} ended with ${code}.`);
  return { seen, answers: output.replace('begun', '').trim(), isBounded: code === 0 };
}

async function prove(place: { port: number; pid: number; cores: readonly number[] }): Promise<boolean> {
  const everybody = await openEverybody(place);
  // Warm up: the first calls compile code and fill caches, so they are not a quiet value.
  await everybody.watch(milliseconds);
  printTop();
  let missed = 0;
  for (const name of Object.keys(attacks).filter((each) => only.some((part) => each.includes(part)))) {
    const done: Round[] = [];
    let answers = '';
    let isBounded = true;
    for (let taken = 0; done.length < rounds || (done.length < rounds * 3 && judgeRounds(done) === 'noise'); taken++) {
      if (taken === rounds * 12) throw new Error('This machine is lent to others too often to measure anything on it.');
      const quiet = await everybody.watch(milliseconds);
      if (quiet.machine > steady) continue;
      const under = await attack(name, place.port, everybody);
      ({ answers } = under);
      isBounded &&= under.isBounded;
      if (under.seen.machine > steady) continue;
      done.push({ quiet, under: under.seen });
    }
    const isHeld = printRow(name, done, answers);
    if (!isBounded) console.log('  MISSED: the attacker got more than it may');
    if (!isHeld || !isBounded) missed += 1;
  }
  console.log(
    `\nLoad of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')} on ${cores} cores.`,
  );
  return missed === 0;
}

/** Uses a name server that never answers, in a separate mount namespace, so that nothing else is affected. */
function withSilentNames(folder: string): string[] {
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, `nameserver ${silentNameServer}\n`);
  return ['unshare', '--mount', '--map-root-user', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file];
}

if (cores < 2) throw new Error('The callers need a core of their own: this machine has one.');
runOnCores(`0-${cores - 2}`);
const folder = mkdtempSync(join(tmpdir(), 'volume-abuse-'));
const postgres = await startThrowawayPostgres();
try {
  const env = { DATABASE_URL: postgres.url, SAMPLE_PAYMENTS: '20000', LOG_LEVEL: 'error' };
  console.log('The server starts on an empty database …');
  const app = await startApp(env, 600_000, withSilentNames(folder));
  try {
    runOnCores(String(cores - 1));
    const isProved = await prove({
      port: Number(new URL(app.address).port),
      pid: app.pid,
      cores: Array.from({ length: cores - 1 }, (_, core) => core),
    });
    console.log(isProved ? 'Proved.' : 'Not proved.');
    process.exitCode = isProved ? 0 : 1;
  } finally {
    await app.stop();
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
