import { endpoints } from '@volume/contract/endpoints.ts';
import { addPaymentNote, getPaymentNotes, reviewPayment } from '@volume/contract/pay-ins/notes.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openApi } from '#docs/open-api.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let paymentId: string;
const tokens: Partial<Record<TestPerson, string>> = {};

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  const books = await seedAccount(api.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
  paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1_000 });
  for (const name of ['operator', 'editor', 'viewer', 'admin'] as const) tokens[name] = await signInAs(api, name);
  for (const name of ['operator', 'editor'] as const) {
    await api.call(addPaymentNote, { ...by(name), params: { paymentId }, body: { text: 'Rang the customer' } });
    api.pass({ minutes: 1 });
  }
  await api.call(reviewPayment, { ...by('editor'), params: { paymentId }, body: {} });
});
afterAll(() => database.close());
beforeEach(async () => {
  await rename('operator', 'Olu Okafor');
  await rename('editor', 'Edda Hart');
  for (const name of ['admin', 'stranger'] as const) await rename(name, name);
});
afterEach(() => database.query('UPDATE accounts SET is_enabled = true, merchant_id = $1 WHERE email = $2', harbours));

const harbours = [ids.harbour, emailOf('operator')];
const by = (name: TestPerson) => ({ token: tokens[name]! });
const rename = (who: TestPerson, name: string | null) =>
  database.query('UPDATE accounts SET name = $2 WHERE email = $1', [emailOf(who), name]);
const read = async (name: TestPerson = 'viewer') =>
  (await api.call(getPaymentNotes, { ...by(name), params: { paymentId } })).value();
const writers = async (name?: TestPerson) => (await read(name)).notes.map(({ writtenByName }) => writtenByName);

test.each(['viewer', 'admin'] as const)(
  'names the people in an answer next to their addresses, for the %s',
  async (who) => {
    const { notes, review } = await read(who);
    expect(notes).toMatchObject([
      { writtenBy: emailOf('operator'), writtenByName: 'Olu Okafor' },
      { writtenBy: emailOf('editor'), writtenByName: 'Edda Hart' },
    ]);
    expect(review).toMatchObject({ reviewedBy: emailOf('editor'), reviewedByName: 'Edda Hart' });
  },
);

test('adds the address in brackets where two people have the same name', async () => {
  await rename('editor', ' olu okafor');
  expect(await writers()).toEqual([`Olu Okafor (${emailOf('operator')})`, `olu okafor (${emailOf('editor')})`]);
  await rename('editor', 'Edda Hart');
  await rename('admin', 'Olu Okafor');
  expect(await writers()).toEqual([`Olu Okafor (${emailOf('operator')})`, 'Edda Hart']);
});

test.each([
  ['another space', 'Olu  Okafor'],
  ['letters of full width', 'Ｏlu Okafor'],
  ['a composed letter in two parts', 'Olu Oka\u0301for', 'Olu Ok\u00e1for'],
])('also where the names differ by %s, which no reader sees', async (_, name, other = 'Olu Okafor') => {
  await rename('operator', other);
  await rename('editor', name);
  expect(await writers()).toEqual([`${other} (${emailOf('operator')})`, `${name} (${emailOf('editor')})`]);
});

test('a name that is a colleague’s email address, or contains it, is followed by the person’s own', async () => {
  for (const name of [emailOf('viewer'), `Vi (${emailOf('viewer')})`]) {
    await rename('editor', name);
    expect(await writers()).toEqual(['Olu Okafor', `${name} (${emailOf('editor')})`]);
  }
});

test('a person of another merchant who has the same name does not count', async () => {
  await rename('stranger', 'Olu Okafor');
  expect(await writers()).toEqual(['Olu Okafor', 'Edda Hart']);
});

test('a disabled person keeps the name; one without a name, or who is another merchant’s by now, has none', async () => {
  await database.query('UPDATE accounts SET is_enabled = false WHERE email = $1', [emailOf('operator')]);
  await rename('editor', '  ');
  expect(await writers()).toEqual(['Olu Okafor', null]);
  await database.query('UPDATE accounts SET merchant_id = $1 WHERE email = $2', [ids.stranger, emailOf('operator')]);
  expect(await writers()).toEqual([null, null]);
});

test('the activity names who did it, and the user it was done to', async () => {
  const query = 'action=PAYMENT_REVIEWED&action=SIGNED_IN&size=100';
  const { content } = (
    await api.call(listActivity, { ...by('editor'), params: { merchantId: ids.harbour }, query })
  ).value();
  const own = content.filter(({ actor }) => actor === emailOf('editor'));
  expect(own.find(({ action }) => action === 'PAYMENT_REVIEWED')).toMatchObject({ actorName: 'Edda Hart' });
  expect(own.find(({ action }) => action === 'SIGNED_IN')).toMatchObject({ subjectName: 'Edda Hart' });
});

test('the activity is found by a part of the name, and of the email address', async () => {
  const find = async (actor: string) => {
    const given = { ...by('editor'), params: { merchantId: ids.harbour }, query: `size=100&actor=${actor}` };
    const { content } = (await api.call(listActivity, given)).value();
    return [...new Set(content.map(({ actorName }) => actorName))];
  };
  expect(await find('dda%20h')).toEqual(['Edda Hart']);
  expect(await find('EDITOR%40')).toEqual(['Edda Hart']);
  expect(await find('nobody%20here')).toEqual([]);
});

test('reads the names for all rows of a page in one query', async () => {
  const asked: string[] = [];
  const counting = createTestApp({
    ...database,
    query: (statement, parameters) => {
      asked.push(JSON.stringify(statement));
      return database.query(statement, parameters);
    },
  });
  await counting.call(getPaymentNotes, { ...by('viewer'), params: { paymentId } });
  expect(asked.filter((text) => text.includes('isShared'))).toHaveLength(1);
});

test('every field of an answer that says who did something has a name next to it', () => {
  const document = openApi(Object.values(endpoints), 'https://portal.example.com/sandbox');
  const unnamed: string[] = [];
  const look = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      const { type } = (each ?? {}) as { type?: unknown };
      const isText = [type].flat().includes('string');
      if (/[a-z]By$/.test(key) && isText && !(`${key}Name` in value)) unnamed.push(`${place}.${key}`);
      look(each, `${place}.${key}`);
    }
  };
  look(document, '');
  expect(unnamed).toEqual([]);
});
