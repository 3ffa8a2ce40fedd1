import { connect } from '#api/database/connect.ts';
import { audit } from '#api/ledger/audit.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { createClient, readEditor } from '#proofs/client.ts';
import { runVitest } from '#scripts/run-vitest.mjs';
import { startApp, unlimited } from '#scripts/start-app.ts';
import { startThrowawayPgbouncer } from '#scripts/throwaway-pgbouncer.mjs';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- pooler`: a pgBouncer in transaction mode in front of PostgreSQL. Misconfigured starts are rejected
 * with an explanation; two instances write through a few server connections; then the API suite runs through it, or the
 * given files.
 */
const serverConnections = 6;
/** Each instance uses one more connection, directly to the server, to listen for changes. */
const instances = 2;
const writes = 200;
const files = process.argv.slice(2);

interface Addresses {
  direct: string;
  pooled: string;
  /** A pooler that silently ignores unknown startup parameters. */
  swallowing: string;
}

const named = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

const refusals: { what: string; env: (at: Addresses) => Record<string, string>; sentence: string }[] = [
  {
    what: 'a pooler alone',
    env: ({ pooled }) => ({ DATABASE_URL: pooled }),
    sentence: 'DATABASE_URL leads to a pooler',
  },
  {
    what: 'a pooler alone that swallows settings',
    env: ({ swallowing }) => ({ DATABASE_URL: swallowing }),
    sentence: 'DATABASE_URL leads to a pooler',
  },
  {
    what: 'a pooler as the direct one',
    env: ({ pooled, swallowing }) => ({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: swallowing }),
    sentence: 'DATABASE_DIRECT_URL leads to a pooler',
  },
  {
    what: 'two databases',
    env: ({ pooled, direct }) => ({ DATABASE_URL: named(pooled, 'template1'), DATABASE_DIRECT_URL: direct }),
    sentence: 'lead to different databases',
  },
];

async function proveRefusals(at: Addresses): Promise<boolean> {
  let isProved = true;
  for (const { what, env, sentence } of refusals) {
    const said = await startApp({ ...env(at), SAMPLE_PAYMENTS: '0' }).then(
      async (app) => (await app.stop(), 'It started.'),
      (error: Error) => error.message,
    );
    const isRight = said.includes(sentence);
    console.log(`${isRight ? '✓' : '✗'} ${what}: ${said.split('\n').findLast((line) => line !== '')}`);
    isProved &&= isRight;
  }
  return isProved;
}

/** Two instances, with more connections than the pooler has to the server. */
async function proveWrites({ direct, pooled }: Addresses): Promise<boolean> {
  const env = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, ...unlimited, LOG_LEVEL: 'error' };
  const first = await startApp(env);
  const apps = [first, await startApp(env)];
  const database = await connect({ databaseUrl: direct });
  try {
    const person = readEditor(first.dataDir);
    const clients = await Promise.all(apps.map(({ address }) => createClient(address, person)));
    const sent = clients.flatMap((client, at) =>
      Array.from({ length: writes / 2 }, (_, n) => ({ client, write: client.plan(2 * n + at + 1) })),
    );
    const sendAll = () => Promise.all(sent.map(({ client, write }) => client.send(write)));
    const [answers, repeated] = [await sendAll(), await sendAll()];
    const same = answers.filter((answer, at) => answer === repeated[at]).length;
    const [used] = await database.query<{ count: number }>(
      `SELECT count(*) AS count FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
         AND datname = current_database()`,
    );
    const findings = await audit(database);
    console.log(`${same} of ${writes} writes by two instances answered the same when they were repeated`);
    console.log(`${used?.count} connections to the server, ${findings.length} findings of the auditor`);
    return same === writes && (used?.count ?? Infinity) <= serverConnections + instances && findings.length === 0;
  } finally {
    await database.close();
    await Promise.all(apps.map((app) => app.stop()));
  }
}

/** Fails when a test did not run. */
async function proveSuite({ direct, pooled }: Addresses): Promise<boolean> {
  const { isGreen, counts, failures } = await runVitest(['--project', 'api', ...files, '--reporter=dot'], {
    TEST_DATABASE_URL: direct,
    TEST_POOLER_URL: pooled,
  });
  console.log(
    `API tests through the pooler: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
  );
  for (const failure of failures) console.log(`  ${failure}`);
  return isGreen;
}

if (!(await buildWhenStale())) process.exit(1);
const server = await startThrowawayPostgres();
const pooler = await startThrowawayPgbouncer(server.url, { default_pool_size: String(serverConnections) });
const swallower = await startThrowawayPgbouncer(server.url, {
  ignore_startup_parameters: 'options,statement_timeout,idle_in_transaction_session_timeout',
});
try {
  const at = { direct: server.url, pooled: pooler.url, swallowing: swallower.url };
  const proved = [await proveRefusals(at), await proveWrites(at), await proveSuite(at)];
  console.log(proved.every(Boolean) ? 'Proved.' : 'Not proved.');
  process.exitCode = proved.every(Boolean) ? 0 : 1;
} finally {
  await pooler.stop();
  await swallower.stop();
  await server.stop();
}
