import { listActivity } from '@volume/contract/users/activity.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import {
  addPaymentNote,
  deletePaymentNote,
  getPaymentNotes,
  reviewPayment,
  undoPaymentReview,
} from '@volume/contract/pay-ins/notes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { createNaiveTwin } from '#testing/money/naive-twin.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { accountIdOf, emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let books: Books;
let paymentId: string;
const tokens: Partial<Record<TestPerson, string>> = {};

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  books = await seedAccount(api.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
  for (const name of ['operator', 'editor', 'viewer', 'merchantadmin', 'admin', 'stranger'] as const)
    tokens[name] = await signInAs(api, name);
});
afterAll(() => database.close());
beforeEach(async () => {
  api.pass({ minutes: 1 });
  paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1_000 });
});

const by = (name: TestPerson) => ({ token: tokens[name]! });
const write = (text: unknown, name: TestPerson = 'operator') =>
  api.call(addPaymentNote, { ...by(name), params: { paymentId }, body: { text } });
const remove = (noteId: string, name: TestPerson) =>
  api.call(deletePaymentNote, { ...by(name), params: { paymentId, noteId } });
const read = async (name: TestPerson = 'viewer') =>
  (await api.call(getPaymentNotes, { ...by(name), params: { paymentId } })).value();
const review = (name: TestPerson = 'operator', body: object = {}) =>
  api.call(reviewPayment, { ...by(name), params: { paymentId }, body });
const undo = (name: TestPerson = 'operator') => api.call(undoPaymentReview, { ...by(name), params: { paymentId } });
const change = (set: string) => database.query(`UPDATE payments SET ${set} WHERE payment_id = $1`, [paymentId]);
const find = async (query: string, name: TestPerson = 'viewer') =>
  (await api.call(listPayIns, { ...by(name), query })).value();
const isFound = async (query: string) =>
  (await find(`${query}&size=100`)).content.some((each) => each.paymentId === paymentId);

test('a note has its author and time, and read-only users can read it', async () => {
  const added = await write('  Rang the customer.\nShe paid twice.  ');
  expect(added.status).toBe(201);
  expect(added.value()).toMatchObject({
    text: 'Rang the customer.\nShe paid twice.',
    writtenBy: emailOf('operator'),
    isOwn: true,
  });
  const { notes } = await read();
  expect(notes).toEqual([{ ...added.value(), isOwn: false, isDeletable: false }]);
});

test.each([
  ['an empty note', '   '],
  ['a note of 2,001 characters', 'x'.repeat(2_001)],
  ['a NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['another control character', 'a\u0007b'],
  ['no text at all', null],
])('rejects %s, naming the field', async (_, text) => {
  const refused = await write(text);
  expect([refused.status, refused.problem().errorMessage]).toEqual([400, expect.stringContaining('text')]);
  expect((await read()).notes).toEqual([]);
});

test('stores a note of 2,000 characters in any script unchanged', async () => {
  const text = `${'х'.repeat(1_990)} محمد 🙂`;
  expect((await write(text)).value().text).toBe(text);
});

test('only the author can delete the text of a note; that it existed remains recorded', async () => {
  const { noteId } = (await write('A slip')).value();
  expect((await remove(noteId, 'editor')).status).toBe(403);
  expect((await remove(noteId, 'admin')).status).toBe(403);
  expect((await remove(noteId, 'operator')).status).toBe(204);
  expect((await remove(noteId, 'operator')).status).toBe(204);
  expect((await read()).notes).toMatchObject([{ noteId, text: null, writtenBy: emailOf('operator') }]);
  const { content } = (await api.call(listActivity, { ...by('editor'), params: { merchantId: ids.harbour } })).value();
  const lines = content.filter(({ subject }) => subject === paymentId).map(({ action }) => action);
  expect(lines.toSorted()).toEqual(['NOTE_ADDED', 'NOTE_DELETED']);
});

describe('a note whose author is disabled', () => {
  const setEnabled = (isEnabled: boolean) =>
    database.query('UPDATE accounts SET is_enabled = $2 WHERE user_account_id = $1', [
      accountIdOf('editor'),
      isEnabled,
    ]);
  afterEach(() => setEnabled(true));

  test('can be deleted by an administrator of the merchant, not by lower roles, and then names who did', async () => {
    const { noteId } = (await write('Lives at 5 High Street', 'editor')).value();
    expect((await remove(noteId, 'merchantadmin')).status).toBe(403);
    expect((await read('merchantadmin')).notes).toMatchObject([{ isDeletable: false }]);
    await setEnabled(false);
    expect((await remove(noteId, 'operator')).status).toBe(403);
    expect((await read('operator')).notes).toMatchObject([{ isDeletable: false, text: 'Lives at 5 High Street' }]);
    expect((await read('merchantadmin')).notes).toMatchObject([{ isDeletable: true, isOwn: false }]);
    expect((await remove(noteId, 'merchantadmin')).status).toBe(204);
    const gone = { text: null, isDeletable: false, deletedBy: emailOf('merchantadmin'), writtenBy: emailOf('editor') };
    expect((await read('merchantadmin')).notes).toMatchObject([gone]);
  });

  test('is recorded as deleted, with its author', async () => {
    const { noteId } = (await write('A slip', 'editor')).value();
    await setEnabled(false);
    await remove(noteId, 'merchantadmin');
    const params = { merchantId: ids.harbour };
    const { content } = (await api.call(listActivity, { ...by('merchantadmin'), params })).value();
    expect(content.find(({ action }) => action === 'NOTE_DELETED')).toMatchObject({
      actor: emailOf('merchantadmin'),
      subject: paymentId,
      detail: `note ${noteId} of ${emailOf('editor')}`,
    });
  });

  test('returns 404 to an administrator of another merchant', async () => {
    const { noteId } = (await write('A slip', 'editor')).value();
    await setEnabled(false);
    expect((await remove(noteId, 'stranger')).status).toBe(404);
  });
});

test('a payment can have at most 200 notes', async () => {
  await database.query(
    `INSERT INTO payment_notes SELECT $1, $2, gen_random_uuid(), 'x', 'somebody', gen_random_uuid(), now()
     FROM generate_series(1, 200)`,
    [ids.harbour, paymentId],
  );
  expect((await write('One more')).status).toBe(409);
});

const twenty = Array.from({ length: 20 }, (_, nth) => nth);

test(
  'a payment can have at most 200 notes, also when twenty are written concurrently',
  { timeout: 60_000 },
  async () => {
    await database.query(
      `INSERT INTO payment_notes SELECT $1, $2, gen_random_uuid(), 'x', 'somebody', gen_random_uuid(), now()
     FROM generate_series(1, 195)`,
      [ids.harbour, paymentId],
    );
    const answers = await Promise.all(twenty.map((nth) => write(`Note ${nth}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect((await read()).notes).toHaveLength(200);
  },
);

// oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here; the embedded database has one connection
test.runIf(process.env['TEST_DATABASE_URL'])(
  'a naive implementation that counts without a lock goes beyond the limit',
  async () => {
    const twin = await createNaiveTwin(database, 5);
    await Promise.all(twenty.map(() => twin.take(1)));
    expect(await twin.taken()).toBeGreaterThan(5);
  },
);

test('marks a payment once when two users do so concurrently; the second response names who was first', async () => {
  const answers = await Promise.all([review('operator'), review('editor')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [first, other] = answers.toSorted((a, b) => a.status - b.status);
  const { reviewedByName } = first!.value();
  expect(other!.problem().errorMessage).toBe(`${reviewedByName} has already marked this payment as reviewed.`);
  expect((await read()).review).toMatchObject({ reviewedByName, isCurrent: true });
  const [marks] = await database.query<{ count: number }>(
    `SELECT count(*) AS count FROM activity WHERE subject = $1 AND action = 'PAYMENT_REVIEWED'`,
    [paymentId],
  );
  expect(marks!.count).toBe(1);
});

test('each filter finds its part, and both together find all', async () => {
  const counts = async () =>
    Promise.all(['', 'reviewedFilter=REVIEWED', 'reviewedFilter=NOT_REVIEWED'].map((query) => find(query)));
  const before = (await counts()).map(({ totalElements }) => totalElements);
  await review('operator', { note: 'Known customer' });
  expect(await isFound('reviewedFilter=REVIEWED')).toBe(true);
  expect(await isFound('reviewedFilter=NOT_REVIEWED')).toBe(false);
  const after = (await counts()).map(({ totalElements }) => totalElements);
  expect(after).toEqual([before[0], before[1]! + 1, before[2]! - 1]);
  await undo('editor');
  await undo('editor');
  expect(await isFound('reviewedFilter=REVIEWED')).toBe(false);
  expect((await read()).review).toBeNull();
});

test('a payment that is held or fails after its review needs attention again and can be reviewed again', async () => {
  await review();
  await change(`hold = 'HELD'`);
  expect(await isFound('reviewedFilter=NOT_REVIEWED')).toBe(true);
  expect((await read()).review).toMatchObject({ isCurrent: false });
  expect((await review('editor', { note: 'Asked the provider' })).status).toBe(200);
  expect(await isFound('heldFilter=HELD&reviewedFilter=REVIEWED')).toBe(true);
  expect((await read()).review).toMatchObject({ reviewedBy: emailOf('editor'), note: 'Asked the provider' });
  await change(`hold = 'RELEASED'`);
  expect(await isFound('reviewedFilter=REVIEWED')).toBe(true);
});

test("returns 400 for an unknown filter value, and 404 for another merchant's payment", async () => {
  expect((await api.call(listPayIns, { ...by('viewer'), query: 'reviewedFilter=SEEN' })).status).toBe(400);
  const { noteId } = (await write('Ours')).value();
  expect((await api.call(getPaymentNotes, { ...by('stranger'), params: { paymentId } })).status).toBe(404);
  expect((await write('Theirs', 'stranger')).status).toBe(404);
  expect((await review('stranger')).status).toBe(404);
  expect((await undo('stranger')).status).toBe(404);
  expect((await remove(noteId, 'stranger')).status).toBe(404);
  expect((await remove(ids.nobody, 'operator')).status).toBe(204);
  expect((await read()).notes).toHaveLength(1);
});
