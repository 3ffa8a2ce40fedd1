import { listActivity } from '@volume/contract/users/activity.ts';
import { deleteSavedView, shareView } from '@volume/contract/saved-views/writes.ts';
import { listSavedViews } from '@volume/contract/saved-views/saved-views.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const harbour = { merchantId: ids.harbour };
const held = { name: 'Held', search: '?heldFilter=HELD' };
let database: Database;
let api: TestApp;
const tokens: Partial<Record<TestPerson, string>> = {};

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  for (const name of ['operator', 'editor', 'viewer', 'admin', 'stranger'] as const)
    tokens[name] = await signInAs(api, name);
});
afterAll(() => database.close());
beforeEach(async () => {
  api.pass({ minutes: 1 });
  await database.query('DELETE FROM shared_views');
});

const by = (name: TestPerson) => ({ token: tokens[name]! });
const share = (body: object = held, name: TestPerson = 'viewer', params: object = {}) =>
  api.call(shareView, { ...by(name), params: { ...harbour, list: 'pay-ins', ...params }, body });
const remove = (viewId: string, name: TestPerson, params: object = {}) =>
  api.call(deleteSavedView, { ...by(name), params: { ...harbour, list: 'pay-ins', viewId, ...params } });
const ask = (list = 'pay-ins', name: TestPerson = 'operator') =>
  api.call(listSavedViews, { ...by(name), params: { ...harbour, list } });
const read = async (list?: string, name?: TestPerson) => (await ask(list, name)).value();

test("read-only users can share their view; every user of the merchant sees it with the sharer's name, in that list only", async () => {
  const shared = await share({ ...held, name: '  Held ' });
  expect([shared.status, shared.value()]).toMatchObject([201, { ...held, sharedBy: emailOf('viewer'), isOwn: true }]);
  expect(await read()).toEqual([{ ...shared.value(), isOwn: false }]);
  expect(await read('pay-ins', 'admin')).toHaveLength(1);
  expect(await read('payouts')).toEqual([]);
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a name of 41 characters', { name: 'x'.repeat(41) }, 'name'],
  ['a name of two lines', { name: 'a\nb' }, 'name'],
  ['a name that turns its letters round', { name: 'a\u202eb' }, 'name'],
  ['a name of marks that nobody sees', { name: '\u200b\u2060' }, 'name'],
  ['a name that is no text', { name: 1 }, 'name'],
  ['no filters', { search: '' }, 'search'],
  ['no filters but a question mark', { search: '?' }, 'search'],
  ['another address', { search: 'https://elsewhere.example' }, 'search'],
  ['an address within the filters', { search: '?a=//elsewhere.example' }, 'search'],
  ['filters of 2,001 characters', { search: `?a=${'x'.repeat(1_998)}` }, 'search'],
  ['a field there is not', { sharedBy: 'somebody' }, 'sharedBy'],
])('rejects %s by name', async (_, change, field) => {
  const refused = await share({ ...held, ...change });
  expect([refused.status, refused.problem().errorMessage]).toEqual([400, expect.stringContaining(field)]);
  expect(await read()).toEqual([]);
});

test('rejects a list that has no views', async () => {
  expect([(await ask('users')).status, (await share(held, 'viewer', { list: 'users' })).status]).toEqual([400, 400]);
});

test('accepts a name of 40 letters of any script and filters of 2,000 characters unchanged', async () => {
  const body = { name: `${'х'.repeat(30)} محمد 🙂`, search: `?searchFilter=${'x'.repeat(1_986)}` };
  expect((await share(body)).value()).toMatchObject(body);
});

test('when two users concurrently share the same name with other filters, one response names the owner', async () => {
  const answers = await Promise.all([
    share({ name: 'Mine', search: '?currencies=EUR' }, 'operator'),
    share({ name: 'MINE', search: '?currencies=GBP' }, 'editor'),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const [first, other] = answers.toSorted((a, b) => a.status - b.status);
  const { name, sharedByName } = first!.value();
  expect(other!.problem().errorMessage).toBe(`Your team already has a view called ${name}, shared by ${sharedByName}.`);
  expect(await read()).toHaveLength(1);
});

test('sharing the same again leaves one view and one entry; the same filters under another name are rejected', async () => {
  const [first, again] = [await share(), await share(held, 'editor')];
  expect(again.value()).toEqual({ ...first.value(), isOwn: false });
  const renamed = await share({ ...held, name: 'On hold' });
  expect([renamed.status, renamed.problem().errorMessage]).toEqual([409, expect.stringContaining('filters: Held')]);
  const { content } = (await api.call(listActivity, { ...by('editor'), params: harbour })).value();
  const lines = content.filter(({ subject }) => subject === first.value().viewId);
  expect(lines.map(({ action, detail }) => [action, detail])).toEqual([['VIEW_SHARED', 'pay-ins: Held']]);
});

test('a name that only an invisible mark distinguishes is the same name', async () => {
  await share();
  const other = await share({ name: 'He\u200bld \ufeff', search: '?currencies=EUR' });
  expect([other.status, other.problem().errorMessage]).toEqual([409, expect.stringContaining('a view called Held')]);
});

test('a team shares at most 20 views per list, also concurrently; another list has room', async () => {
  const each = Array.from({ length: 22 }, (_, at) => ({ name: `View ${at}`, search: `?searchFilter=${at}` }));
  const answers = await Promise.all(each.map((body) => share(body)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.find(({ status }) => status !== 201)!.problem().errorMessage).toContain('already shares 20 views');
  expect(await read()).toHaveLength(20);
  expect((await share(held, 'viewer', { list: 'payouts' })).status).toBe(201);
});

test('the user who shared a view can delete it, users who can edit settings can delete any, others none', async () => {
  const viewId = (await share(held, 'operator')).value().viewId;
  const refused = await remove(viewId, 'viewer');
  expect([refused.status, refused.problem().errorMessage]).toEqual([
    403,
    `Only ${emailOf('operator')} or someone who can edit settings can delete this view.`,
  ]);
  expect(await read()).toHaveLength(1);
  expect((await remove(viewId, 'operator', { list: 'payouts' })).status).toBe(204);
  expect(await read()).toHaveLength(1);
  expect((await remove(viewId, 'operator')).status).toBe(204);
  expect((await remove(viewId, 'operator')).status).toBe(204);
  for (const name of ['editor', 'admin'] as const) {
    expect((await remove((await share(held, 'operator')).value().viewId, name)).status).toBe(204);
    expect(await read()).toEqual([]);
  }
  const { content } = (await api.call(listActivity, { ...by('editor'), params: harbour })).value();
  const lines = content.filter(({ subject }) => subject === viewId).map(({ action }) => action);
  expect(lines.toSorted()).toEqual(['VIEW_DELETED', 'VIEW_SHARED']);
});

test("returns 404 for another merchant's views and for an unknown merchant, to read, share and delete", async () => {
  const { viewId } = (await share()).value();
  expect((await ask('pay-ins', 'stranger')).status).toBe(404);
  expect((await share(held, 'stranger')).status).toBe(404);
  expect((await remove(viewId, 'stranger')).status).toBe(404);
  expect((await share(held, 'admin', { merchantId: ids.nobody })).status).toBe(404);
  expect(await read()).toHaveLength(1);
});

test('a platform administrator shares within the merchant they name', async () => {
  const shared = await share(held, 'admin');
  expect([shared.status, shared.value().sharedBy]).toEqual([201, emailOf('admin')]);
  expect(await read()).toMatchObject([{ sharedBy: emailOf('admin'), isOwn: false }]);
});
