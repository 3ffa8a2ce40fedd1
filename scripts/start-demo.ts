import { spawn } from 'node:child_process';
import { awaitAnswer } from '#scripts/await-answer.ts';
import { freePort } from '#scripts/free-port.mjs';
import { root } from '#scripts/run-command.mjs';

export interface RunningDemo {
  address: string;
  stop: () => Promise<void>;
}

const patienceMs = 240_000;

/** `npm run demo` on a free port: builds it, then serves it. Throws an Error with its output on failure. */
export async function startDemo(): Promise<RunningDemo> {
  const port = await freePort();
  const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-8000)));
  const killAtExit = (): void => void server.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    process.off('exit', killAtExit);
    server.kill();
    await ended;
  };
  const address = `http://localhost:${port}`;
  const isOver = (): boolean => server.exitCode !== null || server.signalCode !== null;
  if (await awaitAnswer(address, { patienceMs, isOver })) return { address, stop };
  await stop();
  throw new Error(`The demo did not start:\n${output}`);
}
