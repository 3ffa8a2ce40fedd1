import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awaitAnswer } from '#scripts/await-answer.ts';
import { freePort } from '#scripts/free-port.mjs';
import { testSecretsKey } from '#api/testing/secrets-key.ts';
import { root } from '#scripts/run-command.mjs';

export interface RunningApp {
  address: string;
  pid: number;
  /** Contains sign-ins.json and the database. */
  dataDir: string;
  stop: () => Promise<void>;
  /** Sends SIGKILL. */
  kill: () => Promise<void>;
}

/** Settings under which no load meets a rate limit. */
export const unlimited = {
  CALLS_PER_SECOND: '100000',
  MERCHANT_CALLS_PER_SECOND: '100000',
  EXPENSIVE_CALLS_PER_MINUTE: '100000',
};

const patience = 120_000;

/**
 * Starts the real app, portal and API, on a free port with a fresh small world in a temporary folder. `within` is a
 * command that runs it in another environment. Resolves once it is ready. Throws an Error with its output when it exits
 * or is not ready in time, by default two minutes.
 */
export async function startApp(
  env: Record<string, string> = {},
  patienceMs = patience,
  within: readonly string[] = [],
): Promise<RunningApp> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'volume-app-'));
  const address = `http://localhost:${port}`;
  const world = { PORT: String(port), DATA_DIR: dataDir, SAMPLE_PAYMENTS: '2000', SECRETS_KEY: testSecretsKey };
  const [program, ...rest] = [...within, process.execPath, '--import', 'tsx', 'apps/api/src/main.ts'];
  const server = spawn(program, rest, {
    cwd: root,
    env: { ...process.env, ...world, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-8000)));
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  const killAtExit = (): void => (server.kill('SIGKILL'), remove());
  process.once('exit', killAtExit);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    process.off('exit', killAtExit);
    server.kill(signal);
    await ended;
    remove();
  };
  const stop = (): Promise<void> => end('SIGTERM');
  const kill = (): Promise<void> => end('SIGKILL');
  const isDead = (): boolean => server.exitCode !== null || server.signalCode !== null;
  if (await awaitAnswer(`${address}/health/ready`, { patienceMs, isOver: isDead }))
    return { address, pid: server.pid ?? 0, dataDir, stop, kill };
  await stop();
  throw new Error(`The app did not start:\n${output}`);
}
