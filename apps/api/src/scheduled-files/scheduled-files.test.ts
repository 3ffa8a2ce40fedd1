import { exportStatement, getStatement } from '@volume/contract/balances/balances.ts';
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import {
  addFileSchedule,
  deleteFileSchedule,
  listFileSchedules,
  listScheduledFiles,
  mostFileSchedules,
} from '@volume/contract/scheduled-files/scheduled-files.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { dailyKeeping } from '#records/keep-records.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { dailyFileSchedules } from './make-files.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const payIns = { payInAccountId: null, format: 'CSV', frequency: 'DAILY' };
const statement = { payInAccountId: 1, format: 'CAMT_053', frequency: 'MONTHLY' };

let database: Database;
let app: TestApp;

beforeAll(async () => {
  database = await openPeople();
  // 21 November 2026, a Saturday.
  const { services } = createTestApp(database);
  const books = await seedAccount(services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedPayment(services, { books, applicationId: params.applicationId, amount: 150_000 });
  await seedPayment(services, { books, applicationId: params.applicationId, amount: 250_050 });
  await database.query(
    `INSERT INTO payee_details (merchant_id, payee_detail_id, application_id, for_currency, account_holder_name, account_identification_1, va_provider_type)
     VALUES ($1, 3, $2, 'GBP', 'Harbour & Bloom', '{"type":"ACCOUNT_NUMBER","number":"12345678"}', 'NONE')`,
    [params.merchantId, params.applicationId],
  );
});
afterAll(() => database.close());

beforeEach(async () => {
  app = createTestApp(database);
  for (const table of ['file_schedules', 'scheduled_files', 'due_work', 'outbox_mail'])
    await database.query(`DELETE FROM ${table}`);
  await ensureDailyWork(database, app.services.clock.now(), [dailyFileSchedules, dailyKeeping]);
});

const by = async (name: TestPerson) => ({ token: await signInAs(app, name), params });
const add = async (name: TestPerson, body: object) => app.call(addFileSchedule, { ...(await by(name)), body });
const schedules = async (name: TestPerson) => (await app.call(listFileSchedules, await by(name))).value();
const files = async (query = '') =>
  (await app.call(listScheduledFiles, { ...(await by('viewer')), query })).value().content;
const remove = async (name: TestPerson, scheduleId: string) =>
  app.call(deleteFileSchedule, { ...(await by(name)), params: { ...params, scheduleId } });
const linksTo = async (email: string) =>
  (await mailsTo(app, email)).filter(({ text }) => text.includes('/balances/scheduled-files'));

/** Advances the clock and runs the due jobs. */
async function pass(days: number): Promise<void> {
  app.pass({ hours: days * 24 });
  await app.runDueWork();
}

test('mails a daily link to the pay-ins of the day before, and lists the file with its rows', async () => {
  const added = await add('viewer', payIns);
  expect([added.status, added.value()]).toMatchObject([
    201,
    { ...payIns, email: emailOf('viewer'), madeBy: emailOf('viewer'), isOwn: true, nextFileOn: '2026-11-22' },
  ]);
  await pass(1);
  const [file, ...more] = await files();
  expect(more).toEqual([]);
  expect(file).toMatchObject({ firstDay: '2026-11-21', lastDay: '2026-11-21', rows: 2, madeBy: emailOf('viewer') });
  const [mail, ...others] = await linksTo(emailOf('viewer'));
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Pay-ins: 21 Nov 2026');
  expect(mail?.text).toContain('Hello viewer,');
  expect(mail?.text).toContain('Pay-ins\n21 Nov 2026\nCSV, 2 rows');
  expect(mail?.text).toContain(
    `Sign in to download it, until 22 Dec 2026:\nhttps://portal.example.com/balances/scheduled-files?applicationId=${ids.harbourShop}&file=${file?.fileId}`,
  );
  // The rows are those of the export that the page downloads.
  const query =
    'startDateTimeUtc=2026-11-21T00:00:00.000&endDateTimeUtc=2026-11-21T23:59:59.999&includeNewPayments=true';
  const exported = await app.call(exportPayIns, { token: (await by('viewer')).token, query });
  expect(exported.text.trim().split('\r\n')).toHaveLength(1 + 2);
});

test('makes a monthly statement on the first of the next month, with as many rows as its export has lines', async () => {
  await add('viewer', statement);
  await pass(9);
  expect(await files()).toEqual([]);
  await pass(1);
  expect(await files()).toMatchObject([
    { payInAccountId: 1, format: 'CAMT_053', firstDay: '2026-11-01', lastDay: '2026-11-30', rows: 2 },
  ]);
  const [mail] = await linksTo(emailOf('viewer'));
  expect(mail?.subject).toMatch(/^Statement, GBP account ending \d{4}: 1 Nov 2026 to 30 Nov 2026$/);
  expect(mail?.text).toMatch(/CAMT\.053, 2 rows/);
  const call = { ...(await by('viewer')), params: { ...params, payInAccountId: '1' } };
  const query = 'from=2026-11-01T00:00:00.000&to=2026-11-30T23:59:59.999';
  expect((await app.call(getStatement, { ...call, query })).value().totalElements).toBe(2);
  expect((await app.call(exportStatement, { ...call, query })).text.trim().split('\r\n')).toHaveLength(1 + 2);
});

test('makes a weekly file each Monday for Monday to Sunday, also an empty one', async () => {
  await add('viewer', { ...payIns, frequency: 'WEEKLY' });
  await pass(2);
  await pass(7);
  expect((await files()).map(({ firstDay, lastDay, rows }) => [firstDay, lastDay, rows])).toEqual([
    ['2026-11-23', '2026-11-29', 0],
    ['2026-11-16', '2026-11-22', 2],
  ]);
});

test('after some missed mornings makes each of their files, once', async () => {
  await add('viewer', payIns);
  await pass(4);
  await app.runDueWork();
  expect((await files()).map(({ firstDay }) => firstDay).toSorted()).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
  ]);
  expect(await linksTo(emailOf('viewer'))).toHaveLength(4);
  expect(await schedules('viewer')).toMatchObject([{ nextFileOn: '2026-11-26' }]);
});

test('a job that runs twice makes one file and one mail', async () => {
  await add('viewer', payIns);
  await pass(1);
  const [schedule] = await schedules('viewer');
  await database.query(
    `INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
     VALUES ($1, 'SCHEDULED_FILE', $2, $3, '{"madeOn":"2026-11-22"}', $4)`,
    [ids.nobody, ids.harbour, schedule?.scheduleId ?? '', app.services.clock.now()],
  );
  await app.runDueWork();
  expect(await files()).toHaveLength(1);
  expect(await linksTo(emailOf('viewer'))).toHaveLength(1);
});

test('only users who can edit settings can name another address, and the administrators get a mail', async () => {
  const finance = { ...payIns, email: 'finance@harbour.example' };
  const refused = await add('viewer', finance);
  expect([refused.status, JSON.parse(refused.text).errorMessage]).toEqual([
    403,
    'Only users who can edit settings can have files mailed to another address.',
  ]);
  expect((await add('editor', finance)).value()).toMatchObject({ email: 'finance@harbour.example', isOwn: true });
  const [notice] = await mailsTo(app, emailOf('merchantadmin'));
  expect(notice?.text).toContain(
    `editor (${emailOf('editor')}) scheduled a daily email with a link to a file, to finance@harbour.example`,
  );
  await pass(1);
  const [mail] = await linksTo('finance@harbour.example');
  expect(mail?.text).toMatch(/^Hello,\n\nA file of “Harbour & Bloom/);
  // It continues after its user is disabled.
  await database.query('UPDATE accounts SET is_enabled = false WHERE email = $1', [emailOf('editor')]);
  await pass(1);
  await database.query('UPDATE accounts SET is_enabled = true WHERE email = $1', [emailOf('editor')]);
  expect(await linksTo('finance@harbour.example')).toHaveLength(2);
});

test('ends with the permission to see payments, and does not resume when the permission returns', async () => {
  await add('operator', payIns);
  const setRoles = (roles: string) =>
    database.query('UPDATE accounts SET roles = $2::text[] WHERE email = $1', [emailOf('operator'), roles]);
  await setRoles('{}');
  await pass(1);
  await setRoles('{MERCHANT_OPERATOR}');
  await pass(1);
  expect(await linksTo(emailOf('operator'))).toEqual([]);
  expect(await schedules('operator')).toEqual([]);
});

test('is deleted by its own user or by one who can edit settings; the files that were made stay', async () => {
  const own = (await add('viewer', payIns)).value();
  await pass(1);
  expect((await remove('operator', own.scheduleId)).status).toBe(403);
  expect((await remove('viewer', own.scheduleId)).status).toBe(204);
  expect((await remove('viewer', own.scheduleId)).status).toBe(204);
  const other = (await add('viewer', statement)).value();
  expect((await remove('editor', other.scheduleId)).status).toBe(204);
  await pass(31);
  expect(await schedules('viewer')).toEqual([]);
  // The first mail was older than 30 days.
  expect(await linksTo(emailOf('viewer'))).toEqual([]);
});

test('keeps files for 30 days, then deletes them', async () => {
  const { scheduleId } = (await add('viewer', payIns)).value();
  await pass(1);
  await remove('viewer', scheduleId);
  const [file] = await files();
  app.pass({ hours: 29 * 24 });
  expect(await files(`fileId=${file?.fileId}`)).toHaveLength(1);
  app.pass({ hours: 48 });
  expect(await files()).toEqual([]);
  expect(await files(`fileId=${file?.fileId}`)).toEqual([]);
  await app.runDueWork();
  expect(await database.query('SELECT 1 FROM scheduled_files')).toEqual([]);
});

test('adding the same schedule again, also concurrently, returns the existing one', async () => {
  const answers = await Promise.all([add('viewer', payIns), add('viewer', payIns), add('viewer', payIns)]);
  expect(new Set(answers.map((answer) => answer.value().scheduleId)).size).toBe(1);
  app.pass({ minutes: 1 });
  await add('operator', payIns);
  expect((await schedules('viewer')).map(({ isOwn }) => isOwn)).toEqual([true, false]);
});

test('counts the same address in other capitals as the same', async () => {
  await add('editor', { ...payIns, email: 'Finance@harbour.example' });
  await add('editor', { ...payIns, email: 'finance@Harbour.example' });
  await add('editor', { ...payIns, email: emailOf('editor').toUpperCase() });
  expect((await schedules('editor')).map(({ email }) => email).toSorted()).toEqual(
    ['Finance@harbour.example', emailOf('editor')].toSorted(),
  );
});

test('makes the files of more schedules than one run of the daily job takes', async () => {
  const { scheduleId } = (await add('viewer', payIns)).value();
  await database.query(
    `INSERT INTO file_schedules SELECT (jsonb_populate_record(s, jsonb_build_object('schedule_id', gen_random_uuid()))).*
     FROM file_schedules AS s, generate_series(1, 500) WHERE s.schedule_id = $1`,
    [scheduleId],
  );
  await pass(1);
  app.pass({ seconds: 1 });
  await app.runDueWork();
  const [made] = await database.query('SELECT count(*) AS files FROM scheduled_files');
  expect(made).toEqual({ files: 501 });
});

test('rejects the twenty-first schedule of an application', async () => {
  for (let n = 0; n < mostFileSchedules; n++) await add('editor', { ...payIns, email: `finance${n}@harbour.example` });
  const refused = await add('viewer', payIns);
  expect([refused.status, JSON.parse(refused.text).errorMessage]).toEqual([
    409,
    '20 files are scheduled already. Delete one of them first.',
  ]);
});

test.each<[string, TestPerson, object, number]>([
  ['pay-ins in another format than CSV', 'viewer', { ...payIns, format: 'PDF' }, 400],
  ['an unknown format', 'viewer', { ...payIns, format: 'XLSX' }, 400],
  ['an address that is none', 'editor', { ...payIns, email: 'finance' }, 400],
  ['an unknown account', 'viewer', { ...statement, payInAccountId: 4711 }, 404],
  ['an account that is not virtual', 'viewer', { ...statement, payInAccountId: 3 }, 409],
  ['DATEV for an account in pounds', 'viewer', { ...statement, format: 'DATEV' }, 409],
  ['a platform administrator without an address', 'admin', payIns, 409],
  ['a platform administrator who may only read', 'reader', { ...payIns, email: 'finance@harbour.example' }, 403],
  ['a user of another merchant', 'stranger', payIns, 404],
])('rejects %s', async (_, name, body, status) => {
  expect((await add(name, body)).status).toBe(status);
  expect(await database.query('SELECT 1 FROM file_schedules')).toEqual([]);
});

test('a platform administrator schedules files for an address of the merchant', async () => {
  const added = await add('admin', { ...payIns, email: 'finance@harbour.example' });
  expect([added.status, added.value()]).toMatchObject([201, { madeBy: emailOf('admin'), isOwn: true }]);
});

test('rejects an application of another merchant', async () => {
  const token = await signInAs(app, 'viewer');
  const foreign = { merchantId: ids.harbour, applicationId: ids.strangerShop };
  expect((await app.call(addFileSchedule, { token, params: foreign, body: payIns })).status).toBe(404);
  expect(await database.query('SELECT 1 FROM file_schedules')).toEqual([]);
});
