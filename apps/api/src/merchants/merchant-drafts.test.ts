import {
  createMerchant,
  daysDraftsAreKept,
  deleteMerchantDraft,
  getMerchantDraft,
  listMerchantDrafts,
  mostMerchantDrafts,
  saveMerchantDraft,
} from '@volume/contract/merchants/create-merchant.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { neverSetVersion } from '@volume/contract/portal/settings-version.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { signIn } from '@volume/contract/session/session.ts';
import { listPlatformActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepRecords } from '#records/keep-records.ts';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { draftBody, newMerchantBody } from '#testing/oracle/new-merchant-rows.ts';
import { emailOf, password, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let token: string;
let headers: Record<string, string>;
let made = 0;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
afterAll(() => database.close());
beforeEach(async () => {
  token = await signInAs(app, 'admin');
  headers = await proved(app, token);
  await database.query('DELETE FROM merchant_drafts');
});

const [account] = newMerchantBody.applications[0]!.accounts;
/** A merchant with its own name and first user. */
function bodyOf(changes: Record<string, unknown> = {}) {
  made += 1;
  const email = `first${made}@orchard.example`;
  return { ...newMerchantBody, companyName: `Orchard ${made} Ltd`, firstUser: { email, name: 'Hannah' }, ...changes };
}
const create = (body: unknown, query?: string) =>
  app.call(createMerchant, { token, headers, body, ...(query !== undefined && { query }) });
const merchantsCalled = (name: string) => database.query('SELECT FROM merchants WHERE company_name = $1', [name]);

const newDraft = () => ({ draftId: crypto.randomUUID() });
const draftOf = (companyName: string) => ({ ...draftBody, company: { ...draftBody.company, companyName } });
const save = (params: { draftId: string }, body: unknown, version?: string) =>
  app.call(saveMerchantDraft, {
    token,
    params,
    body,
    ...(version !== undefined && { headers: { 'if-match': version } }),
  });

test('creates a merchant with its accounts, and its first user accepts the mailed invitation', async () => {
  const address = {
    streetName: 'Mill Road',
    buildingNumber: '14',
    postCode: 'HR4 9AE',
    townName: 'Hereford',
    country: 'GB',
  };
  const bankAccount = { accountHolderName: 'Orchard', iban: 'IE29 AIBK 9311 5212 3456 78' };
  const accounts = [
    { ...account, virtualAt: 'MODULR', address },
    { currency: 'EUR', bankAccount },
  ];
  const body = bodyOf({ applications: [{ applicationName: 'Web shop', accounts }] });
  const created = await create(body);
  expect([created.status, Object.keys(created.value())]).toEqual([201, ['merchantId']]);
  const { merchantId } = created.value();
  const merchant = (await app.call(getMerchant, { token, params: { merchantId } })).value();
  expect(merchant.companyName).toBe(body.companyName);
  const payees = merchant.applications[0]?.payeeDetailsPerCurrency ?? [];
  expect(payees.map(({ forCurrency, isVirtualAccount }) => [forCurrency, isVirtualAccount])).toEqual([
    ['GBP', true],
    ['EUR', false],
  ]);
  expect(payees[0]?.payeeAddress).toEqual({ ...address, department: null, subDepartment: null, addressType: null });
  expect(payees[1]?.payeeAddress).toBeNull();
  const [mail] = await mailsTo(app, body.firstUser.email);
  expect(mail?.text).toContain(`created by “${body.companyName}”`);
  const link = /#(\S+)/.exec(mail?.text ?? '')?.[1];
  expect(created.text).not.toContain(link);
  const own = 'a password nobody knows';
  expect((await app.call(resetPassword, { body: { token: link, password: own } })).status).toBeLessThan(300);
  expect((await app.call(signIn, { body: { email: body.firstUser.email, password: own } })).status).toBe(200);
  const noted = await database.query(
    'SELECT actor, action, subject, detail FROM activity WHERE merchant_id = $1 AND actor_kind = $2 ORDER BY action',
    [merchantId, 'ADMIN'],
  );
  const actor = emailOf('admin');
  expect(noted).toEqual(
    expect.arrayContaining([
      { actor, action: 'MERCHANT_CREATED', subject: merchantId, detail: body.companyName },
      { actor, action: 'USER_ADDED', subject: body.firstUser.email, detail: 'MERCHANT_ADMIN' },
    ]),
  );
});

test('the same request again returns the same merchant and sends no second mail', async () => {
  const body = bodyOf();
  const first = (await create(body)).value();
  app.pass({ hours: 1 });
  token = await signInAs(app, 'admin');
  headers = await proved(app, token);
  expect((await create(body)).value()).toEqual(first);
  expect(await mailsTo(app, body.firstUser.email)).toHaveLength(1);
});

test('two concurrent calls create one merchant', async () => {
  const body = bodyOf();
  const answers = await Promise.all([create(body), create(body), create(body)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((each) => each.value().merchantId)).size).toBe(1);
  expect(await merchantsCalled(body.companyName)).toHaveLength(1);
  expect(await mailsTo(app, body.firstUser.email)).toHaveLength(1);
});

test('of two administrators who use the same name concurrently one gets 409', async () => {
  const one = bodyOf();
  const other = bodyOf({ companyName: one.companyName.toUpperCase() });
  const answers = await Promise.all([create(one), create(other)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect(answers.find(({ status }) => status === 409)?.problem().field).toBe('companyName');
});

test('409 says which name and address are taken, also for another request about the same merchant', async () => {
  const body = bodyOf();
  await create(body);
  const other = await create({ ...body, paymentFlatFeeInPercentage: 0.9 });
  expect([other.status, other.problem().errorMessage]).toEqual([
    409,
    `companyName is already in use: ${body.companyName}\nfirstUser.email is already in use: ${body.firstUser.email}`,
  ]);
  const taken = await create(bodyOf({ firstUser: { email: emailOf('viewer').toUpperCase() } }));
  expect([taken.status, taken.problem().field]).toEqual([409, 'firstUser.email']);
});

test('400 has a line for everything that prevents the merchant, and nothing is written', async () => {
  const bankAccount = { ...account?.bankAccount, accountNumber: '73014402' };
  const accounts = [{ ...account, virtualAt: 'MODULR', bankAccount }];
  const body = bodyOf({ limits: { largestAmount: 2_000_000 }, applications: [{ applicationName: 'Shop', accounts }] });
  const refused = await create(body);
  expect([refused.status, refused.problem().errorMessage.split('\n')]).toEqual([
    400,
    [
      'limits.largestAmount must be at most LARGEST_AMOUNT, which is 1,000,000.00',
      expect.stringContaining('applications[0].accounts[0].bankAccount.accountHolderName is not confirmed'),
    ],
  ]);
  expect(await merchantsCalled(body.companyName)).toEqual([]);
});

test.each<[string, Record<string, unknown>]>([
  ['companyName', { companyName: ' ' }],
  ['paymentFlatFeeInPercentage', { paymentFlatFeeInPercentage: 0.4567 }],
  ['firstUser.email', { firstUser: { email: 'nobody' } }],
  ['limits.largestAmount', { limits: { largestAmount: 0.001 } }],
  ['applications', { applications: [] }],
  ['applications[0].accounts', { applications: [{ applicationName: 'Shop', accounts: [] }] }],
  [
    'applications[0].accounts[0].bankAccount.iban',
    { applications: [{ applicationName: 'Shop', accounts: [{ ...account, currency: 'EUR' }] }] },
  ],
  [
    'applications[0].accounts[0].address.country',
    { applications: [{ applicationName: 'Shop', accounts: [{ ...account, address: { country: 'England' } }] }] },
  ],
])('a wrong %s is 400 and names the field', async (field, changes) => {
  const { status, problem } = await create(bodyOf(changes));
  expect([status, problem().field]).toEqual([400, field]);
});

test('only VOLUME_ADMIN creates merchants and saves drafts; VOLUME_ADMIN_READ reads drafts, merchants do neither', async () => {
  const params = newDraft();
  await save(params, draftOf('Orchard Lane'));
  const statuses: Record<string, number[]> = {};
  for (const name of ['admin', 'reader', 'merchantadmin', 'viewer'] as const satisfies readonly TestPerson[]) {
    const by = { token: await signInAs(app, name) };
    const proof = await proved(app, by.token, { password });
    statuses[name] = [
      (await app.call(listMerchantDrafts, by)).status,
      (await app.call(getMerchantDraft, { ...by, params })).status,
      (await app.call(saveMerchantDraft, { ...by, params, body: draftOf('Orchard Lane') })).status,
      (await app.call(createMerchant, { ...by, headers: proof, body: bodyOf() })).status,
      (await app.call(deleteMerchantDraft, { ...by, params })).status,
    ];
    await save(params, draftOf('Orchard Lane'));
  }
  const none = [403, 403, 403, 403, 403];
  expect(statuses).toEqual({
    admin: [200, 200, 200, 201, 204],
    reader: [200, 200, 403, 403, 403],
    merchantadmin: none,
    viewer: none,
  });
});

test('a draft keeps the text as it was typed, is listed, and is deleted with the creation of its merchant', async () => {
  const params = newDraft();
  const body = { ...draftOf(' Orchard '), terms: { fee: '0,4', largestAmount: 'many' } };
  const saved = (await save(params, body, neverSetVersion)).value();
  expect(saved).toMatchObject({ ...params, companyName: ' Orchard ', savedBy: emailOf('admin'), content: body });
  expect((await app.call(getMerchantDraft, { token, params })).value()).toEqual(saved);
  const listed = (await app.call(listMerchantDrafts, { token })).value();
  const { savedBy, savedByName, savedAtUtc } = saved;
  expect(listed).toEqual([{ ...params, companyName: ' Orchard ', savedBy, savedByName, savedAtUtc }]);
  expect((await create(bodyOf(), `draftId=${params.draftId}`)).status).toBe(201);
  expect((await app.call(getMerchantDraft, { token, params })).status).toBe(404);
  const late = await save(params, body, saved.version);
  expect([late.status, late.problem().statusName]).toEqual([409, 'CHANGED_MEANWHILE']);
});

test('a refused creation keeps its draft', async () => {
  const params = newDraft();
  await save(params, draftOf('Orchard'));
  await create(bodyOf({ firstUser: { email: emailOf('viewer') } }), `draftId=${params.draftId}`);
  expect((await app.call(getMerchantDraft, { token, params })).status).toBe(200);
});

test('starting and discarding a draft are recorded once each', async () => {
  const params = newDraft();
  await save(params, draftOf('Orchard'));
  await save(params, draftOf('Orchard Lane'));
  for (const status of [204, 204]) expect((await app.call(deleteMerchantDraft, { token, params })).status).toBe(status);
  const { content } = (await app.call(listPlatformActivity, { token, query: 'size=100' })).value();
  const noted = content.filter(({ subject }) => subject === params.draftId);
  expect(Object.fromEntries(noted.map(({ action, detail }) => [action, detail]))).toEqual({
    MERCHANT_DRAFT_DELETED: 'Orchard Lane',
    MERCHANT_DRAFT_BEGUN: 'Orchard',
  });
  expect(noted).toHaveLength(2);
});

test('drafts are bounded in size and number, and swept 30 days after they were last saved', async () => {
  expect((await save(newDraft(), draftOf('x'.repeat(301)))).status).toBe(400);
  const many = { ...draftBody, applications: Array.from({ length: 51 }, () => ({})) };
  expect((await save(newDraft(), many)).status).toBe(400);
  const kept = newDraft();
  await save(kept, draftOf('Kept'));
  for (let at = 1; at < mostMerchantDrafts; at++) await save(newDraft(), draftOf(`Draft ${at}`));
  const refused = await save(newDraft(), draftOf('One more'));
  expect([refused.status, refused.problem().errorMessage]).toEqual([409, expect.stringContaining('50 drafts')]);
  app.pass({ hours: 24 * daysDraftsAreKept - 1 });
  token = await signInAs(app, 'admin');
  expect((await save(kept, draftOf('Kept'))).status).toBe(200);
  app.pass({ hours: 2 });
  await keepRecords(app.services);
  token = await signInAs(app, 'admin');
  expect((await app.call(listMerchantDrafts, { token })).value().map(({ draftId }) => draftId)).toEqual([kept.draftId]);
});

test('invitations of new merchants count towards the daily limit of the administrator', async () => {
  const limited = createTestApp(database, { settings: { invitationsPerDay: 1 } });
  const by = await signInAs(limited, 'admin');
  const proof = await proved(limited, by);
  const send = () => limited.call(createMerchant, { token: by, headers: proof, body: bodyOf() });
  await database.query('DELETE FROM throttle_counters');
  expect([(await send()).status, (await send()).status]).toEqual([201, 429]);
});
