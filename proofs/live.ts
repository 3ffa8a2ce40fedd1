import { readFileSync } from 'node:fs';
import { connect as connectSocket, type Socket } from 'node:net';
import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { createVault } from '#api/core/secrets/vault.ts';
import { signAccessToken } from '#api/session/tokens/access-token.ts';
import type { Account } from '#api/session/account.ts';
import { testSecretsKey } from '#api/testing/secrets-key.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { createClient, readEditor } from '#proofs/client.ts';
import { startApp, type RunningApp, unlimited } from '#scripts/start-app.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- live`: 5,000 users with an open page at one of two instances. The instance's memory can grow by 200
 * MB at most. A change at the other instance reaches all of them, and no user of another merchant; the streams of
 * signed-out users close within seconds, and a stop closes all.
 */
const wanted = Number(process.env['PROVE_STREAMS'] ?? 5_000);
const mostMegabytes = Number(process.env['PROVE_MEGABYTES'] ?? 200);
const ownShare = 0.9;

interface Listener {
  socket: Socket;
  heard: string;
  isOver: boolean;
}

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const within = async (milliseconds: number, isSo: () => boolean): Promise<number | null> => {
  const begun = performance.now();
  while (!isSo()) {
    if (performance.now() - begun > milliseconds) return null;
    await pass(20);
  }
  return Math.round(performance.now() - begun);
};

/** The resident memory of the process in megabytes. */
const residentOf = ({ pid }: RunningApp): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/**
 * Creates this many users who can view payments, each with a session: nine in ten of the first merchant, the others of
 * another one.
 */
async function admit(database: Database, merchants: readonly string[]): Promise<{ tokens: string[]; jtis: string[] }> {
  const services = { database, vault: createVault(testSecretsKey), clock: { now: () => new Date() } };
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + 3_600_000);
  const people = Array.from({ length: wanted }, (_, nth) => ({
    id: crypto.randomUUID(),
    jti: crypto.randomUUID(),
    merchant: nth < wanted * ownShare ? merchants[0] : merchants[1],
  }));
  const given = JSON.stringify(people);
  await database.query(
    `INSERT INTO accounts (user_account_id, email, name, password_hash, is_enabled, two_factor, merchant_id, roles)
      SELECT id, id || '@live.example', 'Live', 'none', true, 'NONE', merchant, '{MERCHANT_VIEWER}'
      FROM jsonb_to_recordset($1::jsonb) AS p(id uuid, merchant uuid)`,
    [given],
  );
  await database.query(
    `INSERT INTO sessions (jti, user_account_id, merchant_id, issued_at, signed_in_at, expires_at)
      SELECT jti, id, merchant, $2, $2, $3 FROM jsonb_to_recordset($1::jsonb) AS p(id uuid, jti text, merchant uuid)`,
    [given, issuedAt, expiresAt],
  );
  const tokens: string[] = [];
  for (const { id, jti, merchant } of people) {
    const account = { user_account_id: id, merchant_id: merchant, admin_id: null, roles: ['MERCHANT_VIEWER'] };
    tokens.push(await signAccessToken(services, account as unknown as Account, { jti, issuedAt, expiresAt }));
  }
  return { tokens, jtis: people.map(({ jti }) => jti) };
}

/** Opens the stream of a page from a distinct client address, behind a proxy that the server trusts. */
function listen(address: string, token: string, nth: number): Promise<Listener> {
  const { hostname, port } = new URL(address);
  const socket = connectSocket({ host: hostname, port: Number(port) });
  const listener: Listener = { socket, heard: '', isOver: false };
  const from = `198.18.${Math.floor(nth / 250)}.${nth % 250}`;
  socket.write(
    `GET /sandbox/api/changes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${from}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    let head = '';
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('data: ')) listener.heard += text;
      if (/(^|\n)0\r\n\r\n$/.test(text)) listener.isOver = true;
      if (head.includes('\r\n\r\n')) return;
      head += text;
      if (head.startsWith('HTTP/1.1 200')) resolve(listener);
      else reject(new Error(head.slice(0, 400)));
    });
    socket.on('close', () => (listener.isOver = true));
    socket.on('error', reject);
  });
}

async function openAll(there: RunningApp, tokens: readonly string[]): Promise<Listener[]> {
  const listeners: Listener[] = [];
  for (let from = 0; from < tokens.length; from += 50) {
    const some = tokens.slice(from, from + 50).map((token, nth) => listen(there.address, token, from + nth));
    listeners.push(...(await Promise.all(some)));
  }
  return listeners;
}

type Row = readonly [what: string, figure: number | null, isRight: boolean];

/**
 * Makes a change at one instance and waits for it at the other; then signs out a hundred users, and finally stops the
 * other instance.
 */
async function goThrough({ here, there, database }: World): Promise<Row[]> {
  const person = readEditor(here.dataDir);
  const [client, reader] = [await createClient(here.address, person), await createClient(there.address, person)];
  const [own, other] = await readMerchants(database, person.email);
  const { tokens, jtis } = await admit(database, [own, other]);
  // Warm up, so that memory that any work would allocate does not count for the streams.
  for (let nth = 0; nth < 1_000; nth += 1) await reader.look('payments?page=0&size=10');
  const before = residentOf(there);
  const grownBy = () => Math.round(residentOf(there) - before);
  const listeners = await openAll(there, tokens);
  await pass(3_000);
  const grown = grownBy();
  const [theirs, strangers] = [listeners.slice(0, wanted * ownShare), listeners.slice(wanted * ownShare)];
  const read = { path: `merchants/${own}/notices/read`, body: { noticeId: crypto.randomUUID() } };
  await client.send({ ...read, key: crypto.randomUUID() });
  const heard = await within(20_000, () => theirs.every((each) => each.heard.includes('"notices"')));
  const wrong = strangers.filter((each) => each.heard !== '').length;
  await database.query('UPDATE sessions SET revoked_at = now() WHERE jti = ANY($1)', [jtis.slice(0, 100)]);
  const left = await within(20_000, () => listeners.slice(0, 100).every(({ isOver }) => isOver));
  const stayed = listeners.slice(100).filter(({ isOver }) => !isOver).length;
  const told = grownBy();
  const stopping = there.stop();
  const ended = await within(20_000, () => listeners.every(({ isOver }) => isOver));
  await stopping;
  return [
    ['memory grown by open streams, MB', grown, grown <= mostMegabytes],
    ['and with a change told to all of them', told, told <= mostMegabytes],
    ['until all heard of a change made elsewhere, ms', heard, heard !== null && heard < 5_000],
    ['who heard of another merchant’s change', wrong, wrong === 0],
    ['until 100 who were signed out were left, ms', left, left !== null && left < 5_000],
    ['the others stayed', stayed, stayed === wanted - 100],
    ['until a stop had ended all, ms', ended, ended !== null],
  ];
}

async function readMerchants(database: Database, email: string): Promise<[own: string, other: string]> {
  const find = `SELECT m.merchant_id AS id FROM merchants AS m LEFT JOIN accounts AS a ON a.merchant_id = m.merchant_id AND a.email = $1
    WHERE m.is_enabled ORDER BY a.email NULLS LAST LIMIT 2`;
  const [own, other] = await database.query<{ id: string }>(find, [email]);
  return [own?.id ?? '', other?.id ?? ''];
}

interface World {
  /** The instance where the change is made, and the one where all users listen. */
  here: RunningApp;
  there: RunningApp;
  database: Database;
}

async function prove(databaseUrl: string): Promise<boolean> {
  const proxies = { TRUSTED_PROXIES: '127.0.0.1,::1' };
  const env = { DATABASE_URL: databaseUrl, ...proxies, ...unlimited, LOG_LEVEL: 'error' };
  const world = { here: await startApp(env), there: await startApp(env), database: await connect({ databaseUrl }) };
  try {
    const rows = await goThrough(world);
    console.table(
      rows.map(([what, figure, isRight]) => ({ [`${wanted} streams`]: what, figure, '': isRight ? '✓' : '✗' })),
    );
    return rows.every(([, , isRight]) => isRight);
  } finally {
    await world.database.close();
    await Promise.all([world.here.stop(), world.there.stop()]);
  }
}

if (!(await buildWhenStale())) process.exit(1);
const server = await startThrowawayPostgres();
try {
  const isProved = await prove(server.url);
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  await server.stop();
}
