import { generateKeyPairSync } from 'node:crypto';
import { listFailedJobs } from '@volume/contract/failed-jobs/failed-jobs.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealStored } from '#core/secrets/seal-stored.ts';
import { createVault } from '#core/secrets/vault.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { keepRecords } from '#records/keep-records.ts';
import { openPeople } from '#testing/open-people.ts';
import { testSecretsKey } from '#testing/secrets-key.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createMessageSender, messagesPath, type Wrong } from './message-sender.ts';

const sender = createMessageSender();
const parts = { gatewayKeys: sender.keys };
let database: Database;
let api: TestApp;
beforeAll(async () => void (database = await openPeople()));
beforeEach(async () => {
  await database.query('DELETE FROM due_work');
  await database.query('DELETE FROM gateway_messages');
  api = createTestApp(database, { parts, settings: { provider: 'GATEWAY', signInsPerMinute: 1_000_000 } });
});
afterAll(() => database.close());

let sent = 0;
const approved = (more: object = {}) => ({
  messageId: `m-${(sent += 1)}`,
  type: 'pay-in-approved',
  paymentId: crypto.randomUUID(),
  payer: { name: 'Ada Marsh', sortCode: '00-99-00', accountNumber: '12345678' },
  ...more,
});
const send = (message: object | string, wrong?: Wrong) => sender.send(api, message, wrong);
const stored = () => database.query<{ messageId: string }>('SELECT message_id AS "messageId" FROM gateway_messages');
const jobs = () => database.query(`SELECT 1 FROM due_work WHERE kind = 'GATEWAY_MESSAGE'`);
const wordsOf = async (answer: Response) => ((await answer.json()) as { errorMessage: string }).errorMessage;

test('a signed message is stored encrypted and answered with an empty object, whether or not its payment exists', async () => {
  const answer = await send(approved());
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  expect([(await stored()).length, (await jobs()).length]).toEqual([1, 1]);
  const everything = JSON.stringify([await database.query('SELECT * FROM gateway_messages'), api.logLines]);
  expect(everything).not.toMatch(/Ada|12345678/);
});

test('the second key is accepted as well as the first, and an encoded charset is no difference', async () => {
  expect((await send(approved(), { keyId: 'two' })).status).toBe(200);
  expect((await send(approved(), { headers: { 'content-type': 'application/json; charset=utf-8' } })).status).toBe(200);
});

const stranger = generateKeyPairSync('ed25519').privateKey;
const usual = ['@method', '@authority', '@path', 'content-type', 'content-digest'];
const parameters = (more: string) => `;created=${Math.floor(Date.UTC(2026, 10, 21, 9, 5) / 1000)};keyid="one"${more}`;
test.each<[string, Wrong]>([
  ['the key of a stranger', { key: stranger }],
  ['an unknown key id', { keyId: 'three' }],
  ['the id of the other key', { keyId: 'two', key: stranger }],
  ['a time more than five minutes ago', { ahead: -301 }],
  ['a time more than five minutes ahead', { ahead: 301 }],
  ['another host', { authority: 'other.example.com' }],
  ['another path', { path: '/sandbox/gateway/v1/other' }],
  ['another body', { sent: JSON.stringify(approved()) }],
  ['another digest', { headers: { 'content-digest': 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:' } }],
  ['a digest of another kind', { headers: { 'content-digest': 'sha-512=:YQ==:' } }],
  ['no digest', { headers: { 'content-digest': undefined } }],
  ['no signature', { headers: { signature: undefined } }],
  ['no signature-input', { headers: { 'signature-input': undefined } }],
  ['an uncovered digest', { components: usual.slice(0, 4) }],
  ['an uncovered host', { components: usual.filter((name) => name !== '@authority') }],
  ['a component twice', { components: [...usual.slice(0, 4), 'content-type'] }],
  ['a further component', { components: [...usual, 'date'] }],
  ['another algorithm', { parameters: parameters(';alg="hmac-sha256"') }],
  ['no algorithm', { parameters: parameters('') }],
  ['a repeated parameter', { parameters: parameters(';keyid="one"') }],
])('a message with %s is refused with 401, without a word about the reason', async (_, wrong) => {
  const answer = await send(approved(), wrong);
  expect([answer.status, await wordsOf(answer)]).toEqual([401, 'The message is not signed as docs/gateway.md says.']);
  expect(await stored()).toEqual([]);
});

test('five minutes in either direction are accepted', async () => {
  expect((await send(approved(), { ahead: 300 })).status).toBe(200);
  expect((await send(approved(), { ahead: -300 })).status).toBe(200);
});

test.each<[string, object | string, RegExp]>([
  ['no JSON', '{"messageId":', /: body\./],
  ['an empty body', '', /: body\./],
  ['no object', '[]', /: body\./],
  ['an unknown type', approved({ type: 'pay-in-won' }), /: type\./],
  ['an unknown field', approved({ merchantId: crypto.randomUUID() }), /: body\./],
  ['no id', approved({ messageId: undefined }), /: messageId\./],
  ['a long id', approved({ messageId: 'm'.repeat(101) }), /: messageId\./],
  ['a payment id that is no UUID', approved({ paymentId: '1' }), /: paymentId\./],
  ['a payer without a name', approved({ payer: { name: '' } }), /: payer\.name\./],
  ['a name with a NUL', approved({ payer: { name: 'Ada\u0000' } }), /: payer\.name\./],
  ['half of a character', '{"messageId":"m","type":"order-changed","description":"\\ud800"}', /description/],
])(
  'a signed message with %s is refused with 400, which names the field and repeats nothing',
  async (_, body, words) => {
    const answer = await send(body);
    const said = await wordsOf(answer);
    expect([answer.status, said]).toEqual([400, expect.stringMatching(words)]);
    expect(said).not.toContain('Ada');
    expect(await stored()).toEqual([]);
  },
);

test('a message of another content type is refused with 400', async () => {
  expect((await send(approved(), { headers: { 'content-type': 'text/plain' } })).status).toBe(400);
});

test('a body above 256 kB is refused with 413, announced or not', async () => {
  const answer = await send('x'.repeat(256 * 1024 + 1));
  expect([answer.status, await wordsOf(answer)]).toEqual([413, 'body must have at most 256 kB']);
  const announced = await send(approved(), { headers: { 'content-length': '300000' } });
  expect(announced.status).toBe(413);
});

test('an address above its rate is refused with 429 before its signature is read, also when it is not valid', async () => {
  api = createTestApp(database, { parts, settings: { provider: 'GATEWAY', callsPerSecond: 1 } });
  expect((await send(approved(), { key: stranger })).status).toBe(401);
  for (const key of [undefined, stranger]) {
    const answer = await send(approved(), key && { key });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  }
});

test('a message gets 503 while the database is unavailable, and can be sent again', async () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const away: Database = { ...database, transaction: () => Promise.reject(lost) };
  const message = approved();
  const away503 = createTestApp(away, { parts, settings: { provider: 'GATEWAY' } });
  expect((await sender.send(away503, message)).status).toBe(503);
  expect((await send(message)).status).toBe(200);
});

test('the address is 404 without a gateway', async () => {
  api = createTestApp(database, { parts: { gatewayKeys: null } });
  expect((await send(approved())).status).toBe(404);
});

test('the same message again is answered with 200 and stored once; another one with its id is refused with 409', async () => {
  const message = approved();
  await send(message);
  const again = await send(message, { ahead: 60, keyId: 'two' });
  expect([again.status, await again.json()]).toEqual([200, {}]);
  expect((await send({ ...message, type: 'pay-in-declined', payer: undefined })).status).toBe(409);
  expect([(await stored()).length, (await jobs()).length]).toEqual([1, 1]);
});

test('the same message sent eight times concurrently makes one job', async () => {
  const message = approved();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(message)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect([(await stored()).length, (await jobs()).length]).toEqual([1, 1]);
});

test('reading first and writing afterwards makes more than one job (naive twin)', async () => {
  let looking = 0;
  let release = () => {};
  const bothLooked = new Promise<void>((resolve) => (release = resolve));
  const takeNaively = async () => {
    const found = await database.query(sql`SELECT 1 FROM gateway_messages WHERE message_id = 'twin'`);
    if ((looking += 1) === 2) release();
    await bothLooked;
    if (found.length > 0) return;
    const { at, newId } = writeContext(api.services);
    await enqueueWork(database, newId, { kind: 'GATEWAY_MESSAGE', merchantId: null, objectId: null, dueAt: at });
    await database.query(
      sql`INSERT INTO gateway_messages VALUES ('twin', 'v1.x', ${at}) ON CONFLICT (message_id) DO NOTHING`,
    );
  };
  await Promise.all([takeNaively(), takeNaively()]);
  expect((await jobs()).length).toBe(2);
});

test('messages are counted by type and by how they were answered', async () => {
  const message = approved();
  await send(message);
  await send(message);
  await send(approved(), { key: stranger });
  await send('{}');
  const metrics = await (await api.app.request('/metrics')).text();
  const counted = metrics.split('\n').filter((line) => line.startsWith('gateway_messages_total'));
  expect(counted).toEqual([
    'gateway_messages_total{type="pay-in-approved",outcome="stored"} 1',
    'gateway_messages_total{type="pay-in-approved",outcome="repeated"} 1',
    'gateway_messages_total{type="unknown",outcome="unsigned"} 1',
    'gateway_messages_total{type="unknown",outcome="malformed"} 1',
  ]);
});

test('a message about an unknown payment waits among the failed jobs, and is applied to nothing', async () => {
  const message = approved();
  await send(message);
  await api.runDueWork();
  const { content } = (await api.call(listFailedJobs, { token: await signInAs(api, 'admin') })).value();
  expect(content).toMatchObject([
    { kind: 'GATEWAY_MESSAGE', state: 'RETRYING', lastError: expect.stringMatching(/^UnknownReference/) },
  ]);
  expect(api.logLines.join('\n')).toContain(message.paymentId);
  expect(api.logLines.join('\n')).not.toContain('Ada');
});

test('a newer version of SECRETS_KEY re-encrypts stored messages', async () => {
  await send(approved());
  const vault = createVault(`${testSecretsKey},2:${btoa('n'.repeat(32))}`);
  const { sealed, failed } = await sealStored(database, vault, 'all');
  expect([sealed['gateway_messages'], failed]).toEqual([1, []]);
});

test('messages are deleted after 90 days', async () => {
  await send(approved());
  api.pass({ hours: 24 * 90 - 1 });
  await keepRecords(api.services);
  expect(await stored()).toHaveLength(1);
  api.pass({ hours: 2 });
  await keepRecords(api.services);
  expect(await stored()).toEqual([]);
});

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant(JSON.stringify(approved())));
const header = fc.option(
  fc.string().map((text) => text.replaceAll(/[^\u0020-\u007e]/g, '')),
  { nil: undefined },
);

test('any invalid body or header is refused', async () => {
  const headers = fc.record({
    'content-type': fc.oneof(header, fc.constant('application/json')),
    'content-digest': header,
    signature: fc.oneof(header, fc.constant(`sig=:${'A'.repeat(86)}==:`)),
    'signature-input': fc.oneof(
      header,
      fc.constant(`sig=(${usual.map((name) => `"${name}"`).join(' ')})${parameters(';alg="ed25519"')}`),
    ),
  });
  await fc.assert(
    fc.asyncProperty(anyText, headers, async (body, given) => {
      const kept = Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined);
      const request = { method: 'POST', headers: Object.fromEntries(kept), body };
      const { status } = await api.app.request(messagesPath, request);
      expect([400, 401]).toContain(status);
    }),
  );
});

test('any signed body that is not a message gets 400', async () => {
  const nearly = fc.record(
    {
      messageId: fc.oneof(fc.string({ unit: 'binary' }), fc.integer()),
      type: fc.constantFrom('pay-in-approved', 'pay-in-declined', 'pay-in-changed', 'order-changed'),
      paymentId: fc.oneof(fc.string(), fc.uuid()),
      orderId: fc.oneof(fc.string(), fc.uuid()),
      payer: fc.oneof(fc.anything(), fc.record({ name: fc.string({ unit: 'binary' }) })),
      status: fc.string(),
      amount: fc.double(),
    },
    { requiredKeys: ['type'] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        nearly.map((each) => JSON.stringify(each)),
      ),
      async (body) => {
        const { status } = await send(body);
        expect([200, 400, 409]).toContain(status);
        if (status === 200) expect((await api.runDueWork()) > 0).toBe(true);
      },
    ),
  );
});
