import { changeView, deleteSavedView, shareView } from '@volume/contract/saved-views/writes.ts';
import { listSavedViews } from '@volume/contract/saved-views/saved-views.ts';
import { viewColumns, viewedLists } from '@volume/contract/saved-views/view-columns.ts';
import { ifMatchHeader } from '@volume/contract/headers.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const harbour = { merchantId: ids.harbour };
const list = { ...harbour, list: 'pay-ins' };
const held = { name: 'Held', search: '?heldFilter=HELD' };
const few = ['status', 'amount', 'payer'];
const risky = ['status', 'risk', 'amount'];
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
const share = (body: object, name: TestPerson = 'operator') => api.call(shareView, { ...by(name), params: list, body });
const shared = async (body: object = { ...held, columns: few }) => (await share(body)).value();
const change = (viewId: string, columns: unknown, name: TestPerson = 'operator', version?: string) =>
  api.call(changeView, {
    ...by(name),
    params: { ...list, viewId },
    body: { columns },
    headers: { ...(version !== undefined && { [ifMatchHeader]: version }) },
  });
const read = async () => (await api.call(listSavedViews, { ...by('viewer'), params: list })).value();

test('a view keeps its columns in their order; a view without columns has none', async () => {
  await share({ ...held, columns: risky });
  await share({ name: 'Failed', search: '?paymentStatuses=FAILED' });
  expect(new Map((await read()).map(({ name, columns }) => [name, columns]))).toEqual(
    new Map([
      ['Held', risky],
      ['Failed', undefined],
    ]),
  );
});

test.each(viewedLists)('a view of %s can show all its columns, or only those that every view shows', async (name) => {
  const params = { ...harbour, list: name };
  for (const columns of [viewColumns[name].all, viewColumns[name].fixed]) {
    const body = { name: `With ${columns.length}`, search: '', columns };
    expect((await api.call(shareView, { ...by('editor'), params, body })).status).toBe(201);
  }
});

const wrong: [what: string, columns: unknown, sentence: string][] = [
  ['no columns', [], 'columns must begin with status'],
  ['another first column', ['amount', 'status'], 'columns must begin with status'],
  ['a column twice', ['status', 'amount', 'risk', 'risk'], 'columns must have each column once; risk is there twice'],
  ['an unknown column', ['status', 'amount', 'constructor'], 'columns can only be status, amount, payer'],
  ['a column of another list', ['status', 'amount', 'to'], 'columns can only be status, amount, payer'],
  ['columns without the amount', ['status', 'payer'], 'columns must contain amount'],
  ['a text', 'status,amount', 'columns'],
  ['31 columns', Array.from({ length: 31 }, () => 'status'), 'columns must be 30 columns at most'],
];
test.each(wrong)('rejects %s, when it is shared and when it is changed', async (_, columns, sentence) => {
  const { viewId } = await shared();
  for (const refused of [await share({ name: 'New', search: '?a=1', columns }), await change(viewId, columns)])
    expect([refused.status, refused.problem().errorMessage]).toEqual([400, expect.stringContaining(sentence)]);
  expect(await read()).toMatchObject([{ columns: few }]);
});

test('the same filters with other columns are another view; columns without filters are a view too', async () => {
  await share(held);
  expect((await share({ ...held, name: 'Held, by risk', columns: risky })).status).toBe(201);
  expect((await share({ name: 'By risk', search: '', columns: risky })).status).toBe(201);
  const same = await share({ ...held, name: 'Once more', columns: risky }, 'editor');
  expect([same.status, same.problem().errorMessage]).toEqual([
    409,
    'Your team already has a view with these filters and columns: Held, by risk.',
  ]);
  const taken = await share({ ...held, columns: few }, 'editor');
  expect([taken.status, taken.problem().errorMessage]).toEqual([
    409,
    `Your team already has a view called Held, shared by operator.`,
  ]);
});

test('only its owner and users who can edit settings can change a view, and the audit log records it', async () => {
  const { viewId, version } = await shared();
  const refused = await change(viewId, risky, 'viewer');
  expect([refused.status, refused.problem().errorMessage]).toEqual([
    403,
    `Only ${emailOf('operator')} or someone who can edit settings can change this view.`,
  ]);
  const changed = (await change(viewId, risky)).value();
  expect(changed).toMatchObject({ ...held, viewId, columns: risky, isOwn: true });
  expect(changed.version).not.toBe(version);
  expect((await change(viewId, few, 'editor')).value()).toMatchObject({ columns: few, isOwn: false, version });
  const { content } = (await api.call(listActivity, { ...by('editor'), params: harbour })).value();
  const lines = content.filter(({ subject }) => subject === viewId).map(({ action }) => action);
  expect(lines.toSorted()).toEqual(['VIEW_CHANGED', 'VIEW_CHANGED', 'VIEW_SHARED']);
});

test("refuses to make a view like another one, and another merchant's view is not found", async () => {
  const { viewId } = await shared();
  await share({ ...held, name: 'Held, by risk', columns: risky });
  const same = await change(viewId, risky);
  expect([same.status, same.problem().errorMessage]).toEqual([409, expect.stringContaining('Held, by risk.')]);
  expect((await change(viewId, risky, 'stranger')).status).toBe(404);
});

/** Two users change one view at the same moment, both based on what they have read. */
async function changeTogether(version: (of: { version?: string | undefined }) => string | undefined) {
  const view = await shared();
  const answers = await Promise.all([
    change(view.viewId, risky, 'operator', version(view)),
    change(view.viewId, ['status', 'amount', 'created'], 'editor', version(view)),
  ]);
  return { answers, view: (await read())[0]! };
}

test('when two users change a view at the same time, one change is saved and sent to the other user', async () => {
  const { answers, view } = await changeTogether(({ version }) => version);
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([saved!.status, refused!.status]).toEqual([200, 409]);
  expect(view.columns).toEqual(saved!.value().columns);
  expect(JSON.parse(refused!.text)).toMatchObject({
    statusName: 'CHANGED_MEANWHILE',
    current: { columns: view.columns, version: view.version },
  });
});

test('control: without the version that was read, both save and one change is lost', async () => {
  const { answers } = await changeTogether(() => undefined);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('a change of a view that is concurrently deleted is saved first or refused, and never restores the view', async () => {
  const { viewId, version } = await shared();
  const [changed] = await Promise.all([
    change(viewId, risky, 'operator', version),
    api.call(deleteSavedView, { ...by('editor'), params: { ...list, viewId } }),
  ]);
  expect([200, 409]).toContain(changed.status);
  expect(await read()).toEqual([]);
  const gone = await change(viewId, risky, 'operator', version);
  expect([gone.status, gone.problem()]).toMatchObject([409, { statusName: 'CHANGED_MEANWHILE' }]);
});
