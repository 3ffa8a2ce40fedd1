import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePassword } from '#api/sample-data/catalogue/sample-sign-ins.ts';
import { watchMachine } from '#scripts/machine-speed.ts';
import { startApp, type RunningApp } from '#scripts/start-app.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
/** 58,500 of the world's 100,000 payments belong to the first merchant. */
const payments = isFull ? 100_000 : 10_000;
const rows = isFull ? 58_000 : 5_500;
/** Milliseconds. In the short run other tests share the machine, and their use of the caches counts as the server's work. */
const most = isFull ? 100 : 300;

let app: RunningApp;
let token: string;
beforeAll(async () => {
  app = await startApp({ SAMPLE_PAYMENTS: String(payments) }, 300_000);
  const answer = await fetch(`${app.address}/sandbox/api/accounts/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'maya@harbourbloom.example', password: samplePassword }),
  });
  token = ((await answer.json()) as { accessToken: string }).accessToken;
  // A server that has just started compiles its code on first use.
  await (await ask('payments/export')).arrayBuffer();
}, 300_000);
afterAll(() => app.stop());

const ask = (path: string) =>
  fetch(`${app.address}/sandbox/api/${path}`, { headers: { authorization: `Bearer ${token}` } });

/** Milliseconds that a thread has run and has waited for a processor; null when the system does not report them. */
function timesOf(thread: string): { worked: number; waited: number } | null {
  const path = `/proc/${thread}/schedstat`;
  if (!existsSync(path)) return null;
  const [worked = 0, waited = 0] = readFileSync(path, 'utf8')
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { worked, waited };
}

/** A clock that stops while a busy machine keeps the server or this process from running. */
function now(): number {
  const [server, own] = [timesOf(String(app.pid)), timesOf('thread-self')];
  return server && own ? server.worked - own.waited : performance.now();
}

/** The slowest response of `/health/live`, requested every 20 ms during `work`, in milliseconds of a machine of usual speed. */
async function slowestBeside(work: Promise<unknown>): Promise<{ slowest: number; answers: number }> {
  const times: Promise<number>[] = [];
  const look = async () => {
    const asked = now();
    const answer = await fetch(`${app.address}/health/live`);
    const time = now() - asked;
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    return time;
  };
  const machine = watchMachine();
  const timer = setInterval(() => times.push(look()), 20);
  await work.finally(() => clearInterval(timer));
  const all = await Promise.all(times);
  return { slowest: Math.max(...all) / machine.stop().thanUsual, answers: all.length };
}

test(
  `embedded, /health/live responds within ${most} ms during an export of ${rows} rows`,
  { timeout: 180_000 },
  async () => {
    let lines = 0;
    const read = async () => {
      const { body } = await ask('payments/export');
      for await (const chunk of body ?? []) {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      }
    };
    const { slowest, answers } = await slowestBeside(read());
    expect(lines).toBeGreaterThan(rows);
    expect(answers, 'asked while the rows came').toBeGreaterThan(rows / 1000);
    expect(slowest).toBeLessThan(most);
  },
);

test.each(['payments/summary', 'revenue?periodType=DAY', 'revenue?periodType=MONTH'])(
  `embedded, /health/live responds within ${most} ms during the report %s`,
  async (path) => {
    // One report at a time.
    const several = async () => {
      for (let time = 0; time < 10; time++) {
        const answer = await ask(path);
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
      }
    };
    const { slowest, answers } = await slowestBeside(several());
    expect(answers).toBeGreaterThan(0);
    expect(slowest).toBeLessThan(most);
  },
);
