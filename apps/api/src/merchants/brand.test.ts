import { deflateSync } from 'node:zlib';
import { type Brand, contrastWithWhite, getBrand, setBrand } from '@volume/contract/merchants/brand.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { emailOf, ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  const account = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId: 1 };
  await seedAccount(app.services, { ...account, currency: 'GBP' });
  token = await signInAs(app, 'editor');
});
afterAll(() => database.close());
beforeEach(() => database.query('DELETE FROM merchant_brands'));

const params = { merchantId: ids.harbour };
const none: Brand = { name: null, colour: null, mark: null };
const set = (body: object) => app.call(setBrand, { token, params, body: { ...none, ...body } });
const read = async () => (await app.call(getBrand, { token, params })).value();

function chunk(name: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
}
/** An image of `side` × `side` grey pixels; checksums are not verified. */
function png({ side = 8, extra = Buffer.alloc(0) } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((side + 1) * side));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [signature, chunk('IHDR', head), chunk('tEXt', extra), chunk('IDAT', pixels)];
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}
const address = (bytes: Uint8Array): string => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

test('a merchant without a brand has none of it; a saved one is read unchanged, and the audit log has the change', async () => {
  expect(await read()).toMatchObject(none);
  const brand = { name: 'Bloom', colour: '#1D4ED8', mark: address(png()) };
  expect((await set(brand)).value()).toMatchObject({ ...brand, colour: '#1d4ed8' });
  expect(await read()).toMatchObject({ ...brand, colour: '#1d4ed8' });
  app.pass({ seconds: 1 });
  await set({ name: 'Bloom' });
  expect(await read()).toMatchObject({ ...none, name: 'Bloom' });
  const query = 'action=BRAND_CHANGED';
  const { content } = (await app.call(listActivity, { token, params, query })).value();
  expect(content.map(({ detail }) => detail)).toEqual([
    'colour none, mark removed',
    'name Bloom, colour #1d4ed8, another mark',
  ]);
});

test('a changed brand mails the administrators, an unchanged one does not', async () => {
  const count = async () => (await mailsTo(app, emailOf('merchantadmin'))).length;
  const before = await count();
  await set({ name: 'Harbour & Bloom', colour: '#1d4ed8' });
  const [mail] = await mailsTo(app, emailOf('merchantadmin'));
  expect(mail?.text).toContain(`editor (${emailOf('editor')}) changed the name, colour or mark`);
  expect(mail?.text).not.toContain('Harbour');
  await set({ name: 'Harbour & Bloom', colour: '#1d4ed8' });
  expect(await count()).toBe(before + 1);
});

describe('an invalid brand is rejected with a message, and nothing of it is stored', () => {
  test.each([
    ['a light colour', { colour: '#ffd400' }, /colour is too light/],
    ['a colour by name', { colour: 'red' }, /colour must be a colour such as/],
    ['a style in place of a colour', { colour: '#fff;}*{}' }, /colour must be a colour such as/],
    ['an empty name', { name: ' ' }, /name must not be empty/],
    ['a name of two lines', { name: 'a\nb' }, /name must be one line/],
    ['a name with a web address', { name: 'www.evil.example' }, /name must not hold a web address/],
    ['a name of 61 letters', { name: 'x'.repeat(61) }, /name/],
    ['another kind of image', { mark: 'data:image/svg+xml;base64,PHN2Zy8+' }, /mark must be a PNG image/],
    ['a script that calls itself PNG', { mark: address(Buffer.from('<svg onload=alert(1)>')) }, /mark must be a PNG/],
    ['a PNG cut in the middle', { mark: address(png().subarray(0, 60)) }, /mark is a damaged PNG/],
    ['something behind its end', { mark: address(Buffer.concat([png(), Buffer.from('<script>')])) }, /damaged PNG/],
    ['a PNG of 1,025 pixels', { mark: address(png({ side: 1025 })) }, /at most 1024 pixels/],
    ['a PNG of more than 64 kB', { mark: address(png({ extra: Buffer.alloc(65_536) })) }, /at most 64 kB/],
    ['something that is no base64', { mark: 'data:image/png;base64,###' }, /mark must be a PNG image/],
    ['base64 that cannot be', { mark: 'data:image/png;base64,AAAAA' }, /mark must be a PNG/],
  ])('%s', async (_, body, sentence) => {
    const refused = await set(body);
    expect(refused.status).toBe(400);
    expect(refused.problem().errorMessage).toMatch(sentence);
    expect(await read()).toMatchObject(none);
  });
});

test('shoppers see the brand: its name, its colour behind white text, and its mark instead of initials', async () => {
  await set({ name: 'Bloom <b>', colour: '#1d4ed8', mark: address(png()) });
  const body = { applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount: 12.5, reference: 'x' } };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const by = await signInAs(app, 'operator');
  const { paymentIntentId } = (await app.call(createPaymentLink, { token: by, body, headers })).value();
  const page = await (await app.app.request(`/sandbox/pay/${paymentIntentId}`)).text();
  expect(page).toContain('<bdi>Bloom &lt;b&gt;</bdi>');
  expect(page).not.toContain('Harbour');
  expect(page).toContain('--brand: #1d4ed8');
  expect(page).toContain(`src="${address(png())}" alt=""`);
});

test('contrast follows WCAG', () => {
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1);
  expect(contrastWithWhite('#000000')).toBeCloseTo(21);
  expect(contrastWithWhite('#767676')).toBeCloseTo(4.54, 2);
});
