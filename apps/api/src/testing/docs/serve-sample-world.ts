import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { signIn, type SignedIn } from '@volume/contract/session/session.ts';
import type { Database } from '#database/database.ts';
import { listen } from '#node/listen.ts';
import { samplePassword } from '#sample-data/catalogue/sample-sign-ins.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createWebhookSender } from '#node/sending/create-webhook-sender.ts';

interface Ran {
  output: string;
  /** Status of the last call; 0 when there was none. */
  status: number;
  statuses: number[];
}

export interface ServedWorld {
  test: TestApp;
  database: Database;
  /** The API base address in the form the documentation uses. */
  baseUrl: string;
  /** A temporary folder for this run. */
  folder: string;
  /** Runs code unchanged in bash; resolves to its output and the statuses of its calls. */
  bash: (source: string, env: Readonly<Record<string, string>>) => Promise<Ran>;
  tokenOf: (email: string) => Promise<string>;
  close: () => Promise<void>;
}

/** Serves the sample world over HTTP, for code samples that run as a reader would run them. */
export async function serveSampleWorld(): Promise<ServedWorld> {
  const database = await openTestDatabase('sample');
  const test = createTestApp(database, {
    webhookSender: createWebhookSender({ isLocal: true }),
    documents: { make: async (_, read) => ({ name: (await read()).name, pdf: new TextEncoder().encode('%PDF') }) },
  });
  const listening = await listen(test.app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
  const folder = mkdtempSync(join(tmpdir(), 'volume-docs-'));
  // curl itself reports the status of each call, so that the samples run unchanged.
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{stderr}status %{http_code}\\n"\n');
  return {
    test,
    database,
    baseUrl: `http://127.0.0.1:${listening.port}/sandbox`,
    folder,
    bash: (source, env) => runBash(source, { ...env, CURL_HOME: folder }, folder),
    tokenOf: async (email) => {
      const answer = await test.call<AnyEndpoint>(signIn, { body: { email, password: samplePassword } });
      return (answer.value() as SignedIn).accessToken;
    },
    close: async () => {
      await listening.stop(1000);
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function runBash(source: string, env: Record<string, string>, cwd: string) {
  // oxlint-disable-next-line node/no-process-env -- the programs that the samples name are found there
  const own = { PATH: process.env['PATH'] ?? '', ...env };
  return new Promise<Ran>((resolve) => {
    execFile(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', source],
      { env: own, cwd, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        const statuses = [...stderr.matchAll(/^status (\d{3})$/gm)].map((found) => Number(found[1]));
        resolve({ output: error ? `${stdout}${stderr}` : stdout, status: statuses.at(-1) ?? 0, statuses });
      },
    );
  });
}
