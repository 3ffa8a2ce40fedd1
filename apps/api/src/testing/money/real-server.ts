import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { compiled } from '#testing/compiled.ts';
import { pooledUrl } from '#testing/open-test-database.ts';
import { testSecretsKey } from '#testing/secrets-key.ts';

export interface RealServer {
  address: string;
  kill: () => Promise<void>;
  /** Sends a signal; resolves to the exit code and the time until the process exited. */
  stop: (signal: 'SIGTERM' | 'SIGINT') => Promise<{ code: number | null; milliseconds: number }>;
}

/** The API as a separate process on a PostgreSQL database, like in the image. kill() sends SIGKILL and can be called twice. */
export async function startRealServer(databaseUrl: string, env: Record<string, string> = {}): Promise<RealServer> {
  const port = await freePort();
  const pooled = pooledUrl(databaseUrl);
  const child = spawn(process.execPath, [compiled('main')], {
    env: {
      ...process.env,
      DATABASE_URL: pooled ?? databaseUrl,
      ...(pooled !== null && { DATABASE_DIRECT_URL: databaseUrl }),
      PORT: String(port),
      HOST: '127.0.0.1',
      SAMPLE_PAYMENTS: '0',
      LOG_LEVEL: 'error',
      SECRETS_KEY: testSecretsKey,
      CALLS_PER_SECOND: '100000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await announced(child);
  return {
    address: `http://127.0.0.1:${port}/sandbox/api`,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    stop: async (signal) => {
      const gone = once(child, 'exit');
      const begun = performance.now();
      child.kill(signal);
      const [code] = (await gone) as [number | null];
      return { code, milliseconds: performance.now() - begun };
    },
  };
}

/** Waits for the line that the server prints once it listens. Later output is read and discarded, so that the pipe never fills. */
function announced(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (part) => {
      printed += String(part);
      if (/The Volume Merchant Portal is at|This process runs jobs/.test(printed)) resolve();
    });
    child.once('exit', () => reject(new Error(`The server did not start: ${printed}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
