import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { samplePassword } from '#api/sample-data/catalogue/sample-sign-ins.ts';
import { watchMachine } from '#scripts/machine-speed.ts';

/**
 * What other users experienced in a period: the 99th percentile in milliseconds, 5xx responses, the server's peak
 * memory in MB, how busy its cores were, and how many times slower than at its best the machine itself was.
 */
export interface Seen {
  list: number;
  signIn: number;
  failures: number;
  refused: number;
  memory: number;
  /** How much of the server's cores was used by it, its database and everything else there, in percent. */
  busy: number;
  machine: number;
}

const api = '/sandbox/api/';
const people = ['isla@harbourbloom.example', 'greta@gruenwald.example', 'callum@harbourbloom.example'];
const listEvery = 100;
const signInEvery = 190;

/** Normal users in another process on this machine, at 127.0.0.1. */
export interface Everybody {
  /**
   * For this many milliseconds, four users together request the list ten times and sign in five times a second, however
   * slow the responses are.
   */
  watch: (milliseconds: number) => Promise<Seen>;
}

interface Place {
  port: number;
  pid: number;
  /** The numbers of the cores that the server runs on. */
  cores: readonly number[];
}

export async function openEverybody({ port, pid, cores }: Place): Promise<Everybody> {
  const base = `http://127.0.0.1:${port}${api}`;
  const signIn = (email: string) =>
    fetch(`${base}accounts/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: samplePassword }),
    });
  const tokens = await Promise.all(
    ['maya@harbourbloom.example', ...people].map(async (email) => {
      const { accessToken } = (await (await signIn(email)).json()) as { accessToken: string };
      return accessToken;
    }),
  );
  const list = (at: number) =>
    fetch(`${base}payments?size=25`, { headers: { authorization: `Bearer ${tokens[at % tokens.length]}` } });
  return {
    async watch(milliseconds) {
      const memory = watchMemory(pid);
      const machine = watchMachine();
      const busy = watchCores(cores);
      const [lists, signIns] = await Promise.all([
        pace(list, { every: listEvery, milliseconds }),
        pace((at) => signIn(people[at % people.length] ?? ''), { every: signInEvery, milliseconds }),
      ]);
      const statuses = [...lists, ...signIns].map(({ status }) => status);
      return {
        list: percentile99(lists),
        signIn: percentile99(signIns),
        failures: statuses.filter((status) => status === 0 || status >= 500).length,
        refused: statuses.filter((status) => status >= 400 && status < 500).length,
        memory: memory.stop(),
        busy: busy.stop(),
        machine: machine.stop().thanAtBest,
      };
    },
  };
}

interface Timed {
  status: number;
  ms: number;
}

/**
 * Makes a call every `every` milliseconds without waiting for the previous one, so that a slow server does not slow
 * down its callers.
 */
async function pace(
  ask: (at: number) => Promise<Response>,
  { every, milliseconds }: { every: number; milliseconds: number },
): Promise<Timed[]> {
  const calls: Promise<Timed>[] = [];
  const begun = performance.now();
  for (let at = 0; at * every < milliseconds; at++) {
    const wait = begun + at * every - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    calls.push(time(() => ask(at)));
  }
  return Promise.all(calls);
}

async function time(ask: () => Promise<Response>): Promise<Timed> {
  const begun = performance.now();
  try {
    const answer = await ask();
    await answer.arrayBuffer();
    return { status: answer.status, ms: performance.now() - begun };
  } catch {
    return { status: 0, ms: performance.now() - begun };
  }
}

function percentile99(timed: readonly Timed[]): number {
  const sorted = timed.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
}

function watchMemory(pid: number): { stop: () => number } {
  let peak = 0;
  const look = (): void => {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    peak = Math.max(peak, Number(kilobytes ?? 0) / 1024);
  };
  const timer = setInterval(look, 50);
  look();
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Percent of the time since the start in which these cores ran something, without what the host took from them. */
function watchCores(cores: readonly number[]): { stop: () => number } {
  const read = () => {
    const times = cpus().flatMap((core, number) => (cores.includes(number) ? core.times : []));
    const idle = times.reduce((sum, time) => sum + time.idle, 0);
    return { idle, busy: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0) };
  };
  const begun = read();
  return {
    stop: () => {
      const now = read();
      const busy = now.busy - begun.busy;
      return (100 * busy) / Math.max(1, busy + now.idle - begun.idle);
    },
  };
}
