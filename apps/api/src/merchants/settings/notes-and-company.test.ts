import { listActivity, listPlatformActivity } from '@volume/contract/users/activity.ts';
import {
  addMerchantNote,
  correctMerchantNote,
  listMerchantNotes,
  removeMerchantNote,
} from '@volume/contract/merchants/merchant-notes.ts';
import { changeMerchantCompany } from '@volume/contract/merchants/merchant-settings.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour };
let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
afterAll(() => database.close());

async function as(name: TestPerson) {
  const token = await signInAs(app, name);
  return { token, headers: await proved(app, token) };
}
const add = async (text: string, by: TestPerson = 'admin') =>
  app.call(addMerchantNote, { ...(await as(by)), params, body: { text } });
const list = async (by: TestPerson) => (await app.call(listMerchantNotes, { ...(await as(by)), params })).value();
const named = (noteId: string) => ({ params: { ...params, noteId } });

test('administrators can read the notes, newest first, and the merchant cannot', async () => {
  await add('Asked about euros');
  app.pass({ seconds: 1 });
  await add('Wants a second shop');
  const notes = await list('reader');
  expect(notes.map(({ text, writtenBy, isOwn }) => [text, writtenBy, isOwn])).toEqual([
    ['Wants a second shop', emailOf('admin'), false],
    ['Asked about euros', emailOf('admin'), false],
  ]);
  expect((await list('admin')).every(({ isOwn }) => isOwn)).toBe(true);
  const owner = await as('merchantadmin');
  expect((await app.call(listMerchantNotes, { ...owner, params })).status).toBe(403);
  expect((await app.call(listActivity, { ...owner, params })).text).not.toContain('MERCHANT_NOTE');
  const platform = await app.call(listPlatformActivity, await as('reader'));
  expect(platform.text).toContain('MERCHANT_NOTE_ADDED');
  expect(platform.text).not.toContain('second shop');
});

test('only its author corrects and removes a note, each with an entry in the activity', async () => {
  const { noteId } = (await add('Wrong')).value();
  await database.query(`UPDATE merchant_notes SET written_by_id = $1 WHERE note_id = $2`, [
    accountIdOf('reader'),
    noteId,
  ]);
  const ada = await as('admin');
  const body = { text: 'Right' };
  expect((await app.call(correctMerchantNote, { ...ada, ...named(noteId), body })).status).toBe(403);
  expect((await app.call(removeMerchantNote, { ...ada, ...named(noteId) })).status).toBe(403);
  await database.query(`UPDATE merchant_notes SET written_by_id = $1 WHERE note_id = $2`, [
    accountIdOf('admin'),
    noteId,
  ]);
  const corrected = (await app.call(correctMerchantNote, { ...ada, ...named(noteId), body })).value();
  expect([corrected.text, corrected.correctedAtUtc]).toEqual(['Right', expect.any(String)]);
  expect((await app.call(removeMerchantNote, { ...ada, ...named(noteId) })).status).toBe(204);
  expect((await app.call(removeMerchantNote, { ...ada, ...named(noteId) })).status).toBe(204);
  expect((await list('admin')).some((note) => note.noteId === noteId)).toBe(false);
  const actions = await database.query<{ action: string }>(
    `SELECT action FROM activity WHERE detail = $1 ORDER BY activity_id`,
    [`note ${noteId}`],
  );
  expect(actions.map(({ action }) => action).toSorted()).toEqual([
    'MERCHANT_NOTE_ADDED',
    'MERCHANT_NOTE_CORRECTED',
    'MERCHANT_NOTE_REMOVED',
  ]);
});

test('refuses an empty note and one above 2,000 characters', async () => {
  expect((await add('   ')).problem().errorMessage).toBe('text is required');
  expect((await add('x'.repeat(2_001))).problem().errorMessage).toBe('text must have 2,000 characters at most');
  expect((await add('x'.repeat(2_000))).status).toBe(201);
});

test('changes the company, writes old and new to the activity, and refuses a taken name', async () => {
  const ada = await as('admin');
  const change = (body: object) => app.call(changeMerchantCompany, { ...ada, params, body });
  const taken = await change({ companyName: 'stranger canary', email: null });
  expect([taken.status, taken.problem().field]).toEqual([409, 'companyName']);
  expect((await change({ companyName: '', email: null })).status).toBe(400);
  expect((await change({ companyName: 'Harbour & Bloom', email: 'not an address' })).problem().field).toBe('email');
  const changed = (await change({ companyName: 'Harbour & Bloom Ltd', email: 'office@harbour.example' })).value();
  expect(changed).toMatchObject({ companyName: 'Harbour & Bloom Ltd', email: 'office@harbour.example' });
  const owner = await as('merchantadmin');
  expect((await app.call(getMerchant, { ...owner, params })).value().companyName).toBe('Harbour & Bloom Ltd');
  const { content } = (await app.call(listActivity, { ...owner, params })).value();
  expect(content.find(({ action }) => action === 'MERCHANT_COMPANY_CHANGED')?.detail).toBe(
    'name Harbour & Bloom → Harbour & Bloom Ltd, email none → office@harbour.example',
  );
});
