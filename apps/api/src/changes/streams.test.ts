import { listenForChanges } from '@volume/contract/changes.ts';
import { signIn, type SignedIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostStreams } from '#core/changes/seats.ts';
import type { OnChanges } from '#database/changes/carrier.ts';
import type { Database } from '#database/database.ts';
import { type Received, listenTo } from '#testing/changes/listen-to.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
beforeAll(async () => (database = await openPeople()));
afterAll(() => database.close());

/** Milliseconds; these tests measure time in heartbeats. */
const quick = { apart: 1, heartbeat: 20, look: 20 };
const signOfLife = ': \n\n';

const notify = (api: TestApp, merchantIds: readonly string[]) =>
  api.services.database.transaction(async ({ announce }) => {
    for (const merchantId of merchantIds) announce?.({ kind: 'payments', merchantId });
  });

/** Reads until this many heartbeats have arrived; returns all messages. */
async function live({ read }: Received, beats: number): Promise<string[]> {
  const came: string[] = [];
  while (came.filter((each) => each === signOfLife).length < beats) came.push((await read()) ?? 'ended');
  return came;
}

/** Reads all buffered messages until the stream ends. */
async function drain({ read }: Received): Promise<string[]> {
  const held: string[] = [];
  for (let each = await read(); each !== null; each = await read()) held.push(each);
  return held;
}

const many = () => Array.from({ length: 100 }, () => crypto.randomUUID());

test('buffers four short messages for a slow reader, however much changes; once they are read, the rest arrives in one', async () => {
  const api = createTestApp(database, { live: { times: { apart: 50 } } });
  const slow = await listenTo(api, await signInAs(api, 'admin'));
  const other = await listenTo(api, await signInAs(api, 'reader'));
  for (let times = 0; times < 8; times += 1) {
    await notify(api, many());
    // The first immediately, all others in one that names no merchant.
    expect(await other.next()).toHaveLength(1);
    expect(await other.next()).toEqual([{ merchantId: null, kinds: ['payments'] }]);
  }
  const kept = [await slow.read(), await slow.read(), await slow.read(), await slow.read()];
  expect(kept[0]).toBe(signOfLife);
  expect(kept.join('').length).toBeLessThan(300);
  await notify(api, [ids.harbour]);
  expect(await slow.next()).toEqual([{ merchantId: null, kinds: ['payments'] }]);
  await other.leave();
  await slow.leave();
  await api.services.changes?.stop();
});

test('drops a reader that has read nothing for two heartbeats, and the others keep receiving', async () => {
  // Long enough even if the other reader waits for a processor.
  const api = createTestApp(database, { live: { times: { ...quick, heartbeat: 200 } } });
  const slow = await listenTo(api, await signInAs(api, 'admin'));
  const other = await listenTo(api, await signInAs(api, 'reader'));
  // The reader's first heartbeat, three that fit into the buffer, and two that do not.
  await live(other, 6);
  expect(await (await api.app.request('/metrics')).text()).toMatch(/^open_streams 1$/m);
  expect(await drain(slow)).toEqual(Array.from({ length: 4 }, () => signOfLife));
  await notify(api, [ids.harbour]);
  expect(await other.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  await other.leave();
  await api.services.changes?.stop();
});

/** Creates this many users of one merchant; returns a token of each. */
async function admit(api: TestApp, count: number): Promise<string[]> {
  await database.query(
    `INSERT INTO accounts (user_account_id, email, name, password_hash, is_enabled, two_factor, merchant_id, roles)
      SELECT gen_random_uuid(), 'crowd-' || n || '@live.example', 'Live', 'plain:' || $1, true, 'NONE', $2, '{MERCHANT_VIEWER}'
      FROM generate_series(1, $3::int) AS n`,
    [password, ids.harbour, count],
  );
  const tokens: string[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const answer = await api.call(signIn, { body: { email: `crowd-${nth}@live.example`, password } });
    tokens.push((answer.value() as SignedIn).accessToken);
  }
  return tokens;
}

test('an address can have 300 streams; the next gets Retry-After, another address is accepted, and closing one makes room', async () => {
  const api = createTestApp(database);
  const address = '198.51.100.7';
  const held: Received[] = [];
  for (const token of await admit(api, mostStreams.address / mostStreams.person))
    for (let nth = 0; nth < mostStreams.person; nth += 1) held.push(await listenTo(api, token, address));
  expect(held.length).toBe(300);
  const token = await signInAs(api, 'viewer');
  const refused = await api.call(listenForChanges, { token, address });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(refused.problem().errorMessage).toBe(
    'Too many pages listen already. Nothing is missed: ask from time to time.',
  );
  await (await listenTo(api, token, '198.51.100.8')).leave();
  await held[0]?.leave();
  await (await listenTo(api, token, address)).leave();
  await api.services.changes?.stop();
});

test('sends a change only after the read replica has it, and each in order', async () => {
  const asked: string[] = [];
  const reach: (() => void)[] = [];
  let onChanges: OnChanges = () => {};
  const awaitPosition = (position: string) => {
    asked.push(position);
    return new Promise<void>((resolve) => reach.push(resolve));
  };
  const carry = (hear: { onChanges: OnChanges }) => {
    ({ onChanges } = hear);
    return { send: () => {}, wake: () => {}, isConnected: () => true, close: async () => {} };
  };
  const api = createTestApp(database, { live: { times: quick, carry, awaitPosition } });
  const stream = await listenTo(api, await signInAs(api, 'viewer'));
  onChanges([{ kind: 'payments', merchantId: ids.harbour }], '0/1');
  onChanges([{ kind: 'notices', merchantId: ids.harbour }], '0/2');
  // Only heartbeats, and only the first position is waited for.
  expect(new Set(await live(stream, 4))).toEqual(new Set([signOfLife]));
  expect(asked).toEqual(['0/1']);
  reach[0]?.();
  expect(await stream.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  expect(new Set(await live(stream, 2))).toEqual(new Set([signOfLife]));
  expect(asked).toEqual(['0/1', '0/2']);
  reach[1]?.();
  expect(await stream.next()).toEqual([{ merchantId: ids.harbour, kinds: ['notices'] }]);
  await stream.leave();
  await api.services.changes?.stop();
});

test('streams of a merchant that is disabled end with its sessions, and no others', async () => {
  const api = createTestApp(database, { live: { times: quick } });
  const own = [await listenTo(api, await signInAs(api, 'editor')), await listenTo(api, await signInAs(api, 'viewer'))];
  const other = await listenTo(api, await signInAs(api, 'stranger'));
  await database.query('UPDATE merchants SET is_enabled = false WHERE merchant_id = $1', [ids.harbour]);
  expect(await Promise.all(own.map((stream) => stream.next()))).toEqual(['ended', 'ended']);
  await notify(api, [ids.stranger]);
  expect(await other.next()).toEqual([{ merchantId: ids.stranger, kinds: ['payments'] }]);
  await other.leave();
  await api.services.changes?.stop();
});
