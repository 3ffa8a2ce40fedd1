import {
  askForApplication,
  declineApplicationRequest,
  listApplicationRequests,
  withdrawApplicationRequest,
} from '@volume/contract/merchants/application-requests.ts';
import { getMerchantHealth } from '@volume/contract/merchants/health.ts';
import {
  addMerchantAccount,
  addMerchantApplication,
  getMerchantSettings,
} from '@volume/contract/merchants/merchant-settings.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { listNotifications } from '@volume/contract/notifications/notifications.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Providers } from '#providers/port.ts';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour };
const bankAccount = {
  accountHolderName: 'Harbour & Bloom Ltd',
  sortCode: '201109',
  accountNumber: '55190021',
  acceptsName: true,
};
const virtual = { currency: 'GBP', virtualAt: 'MODULR', bankAccount };
const own = { currency: 'EUR', bankAccount: { accountHolderName: 'Harbour & Bloom', iban: 'IE29AIBK93115212345678' } };
const tills = { applicationName: 'Garden centre tills', accounts: [virtual, own] };

let database: Database;
let app: TestApp;
let opens: Providers['openAccount'];
let ada: { token: string; headers: Record<string, string> };
let owner: { token: string };
const databases: Database[] = [];
beforeEach(async () => {
  database = await openPeople();
  databases.push(database);
  // Notifications from before an account existed are not shown to it.
  await database.query(`UPDATE accounts SET created_at = '2026-01-01'`);
  const settings = { signInsPerMinute: 100_000 };
  const simulated = createTestApp(database, { settings }).services.providers;
  opens = (provider, order) => simulated.openAccount(provider, order);
  const providers = { ...simulated, openAccount: (...given: Parameters<typeof opens>) => opens(...given) };
  app = createTestApp(database, { settings, parts: { providers } });
  const token = await signInAs(app, 'admin');
  ada = { token, headers: await proved(app, token) };
  owner = { token: await signInAs(app, 'merchantadmin') };
});
afterAll(async () => {
  for (const each of databases) await each.close();
});

const add = (body: object = tills, by = ada) => app.call(addMerchantApplication, { ...by, params, body });
const addAccount = (applicationId: string, body: object) =>
  app.call(addMerchantAccount, { ...ada, params: { ...params, applicationId }, body });
const readApplication = async (applicationId: string) =>
  (await app.call(getMerchant, { ...ada, params }))
    .value()
    .applications.find((each) => each.applicationId === applicationId);
const readUnopened = async () => (await app.call(getMerchantSettings, { ...ada, params })).value().unopenedAccounts;
const actions = async () =>
  (await database.query<{ action: string }>('SELECT action FROM activity WHERE merchant_id = $1', [ids.harbour])).map(
    ({ action }) => action,
  );
const ask = (by = owner, applicationName = 'Wholesale') =>
  app.call(askForApplication, {
    ...by,
    params,
    body: { applicationName, currencies: ['GBP', 'EUR'], why: 'A second brand' },
  });
const refusing = async () => {
  throw new Error('MODULR refuses');
};

test('adds an application with a virtual account and an own bank account, ready to be paid into', async () => {
  const added = (await add()).value();
  expect(added.accounts).toEqual([
    { currency: 'GBP', reason: null },
    { currency: 'EUR', reason: null },
  ]);
  const { applicationId } = added;
  expect(await readApplication(applicationId)).toMatchObject({
    applicationName: 'Garden centre tills',
    hasVirtualAccountsEnabled: true,
    payeeDetailsPerCurrency: [
      { forCurrency: 'EUR', isVirtualAccount: false },
      { forCurrency: 'GBP', isVirtualAccount: true, vaProviderType: 'MODULR' },
    ],
  });
  const paymentRequest = { currency: 'GBP', amount: 10, reference: 'ORDER-1' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const link = await app.call(createPaymentLink, { ...owner, headers, body: { applicationId, paymentRequest } });
  expect(link.status).toBe(200);
  expect(await actions()).toEqual(expect.arrayContaining(['APPLICATION_ADDED', 'PAY_IN_ACCOUNT_ADDED']));
});

test('the activity and a mail to the merchant’s administrators say where the money of an added account goes', async () => {
  await add();
  const added = await database.query<{ detail: string }>(
    `SELECT detail FROM activity WHERE action = 'PAY_IN_ACCOUNT_ADDED' AND merchant_id = $1 ORDER BY detail`,
    [ids.harbour],
  );
  expect(added.map(({ detail }) => detail)).toEqual([
    'EUR, the merchant’s own bank account: Harbour & Bloom, IE29AIBK93115212345678',
    'GBP, virtual at MODULR, pays out to Harbour & Bloom Ltd, 20-11-09 55190021',
  ]);
  const mails = (await mailsTo(app, emailOf('merchantadmin'))).filter(
    ({ subject }) => subject === 'An account was added',
  );
  const said = mails.map(({ text }) => /\) added (.*) on 2/.exec(text)?.[1] ?? '');
  expect(new Set(said)).toEqual(
    new Set([
      'a virtual account in GBP that pays out to 20-11-09 55190021',
      'the bank account IE29AIBK93115212345678 for payments in EUR',
    ]),
  );
});

test('a provider that refuses leaves the application, and the account is opened by a retry', async () => {
  const works = opens;
  opens = refusing;
  const { applicationId, accounts } = (await add()).value();
  expect(accounts[0]?.reason).toBe('The account provider has not opened it. No money was moved.');
  const [unopened, ...others] = await readUnopened();
  expect(others).toEqual([]);
  expect(unopened).toMatchObject({ applicationId, account: { currency: 'GBP', virtualAt: 'MODULR' } });
  expect((await readApplication(applicationId))?.hasVirtualAccountsEnabled).toBe(false);
  expect((await addAccount(applicationId, unopened!.account)).value().reason).toContain('has not opened it');
  opens = works;
  // Two administrators at the same time open one account.
  const both = await Promise.all([1, 2].map(() => addAccount(applicationId, unopened!.account)));
  expect(both.some(({ status }) => status === 200)).toBe(true);
  expect(both.every(({ status }) => [200, 409].includes(status))).toBe(true);
  expect(await readUnopened()).toEqual([]);
  const payees = (await readApplication(applicationId))?.payeeDetailsPerCurrency ?? [];
  expect(payees.map(({ forCurrency }) => forCurrency).toSorted()).toEqual(['EUR', 'GBP']);
  expect((await readApplication(applicationId))?.hasVirtualAccountsEnabled).toBe(true);
});

test('adds an account in a currency that an application lacks, once', async () => {
  expect((await addAccount(ids.harbourShop, own)).value()).toEqual({ currency: 'EUR', reason: null });
  const again = await addAccount(ids.harbourShop, { ...virtual, currency: 'EUR', bankAccount: own.bankAccount });
  expect(again.problem().errorMessage).toBe('This application already has an account in EUR. Nothing was added.');
  expect(await readUnopened()).toEqual([]);
});

test('refuses a taken name, an unconfirmed name and a missing step-up, and adds nothing', async () => {
  const before = (await app.call(getMerchant, { ...ada, params })).value().applications.length;
  const taken = await add({ ...tills, applicationName: 'WEB SHOP' });
  expect([taken.status, taken.problem().field]).toEqual([409, 'applicationName']);
  const doubted = {
    ...virtual,
    bankAccount: { ...bankAccount, accountNumber: '55190002', acceptsName: false },
  };
  const unconfirmed = await add({ ...tills, accounts: [doubted] });
  expect([unconfirmed.status, unconfirmed.problem().field]).toEqual([400, 'accounts[0].bankAccount.accountHolderName']);
  const { token } = ada;
  expect((await add(tills, { token, headers: {} })).problem().statusName).toBe('STEP_UP_REQUIRED');
  expect((await add({ ...tills, accounts: [] })).status).toBe(400);
  expect((await app.call(getMerchant, { ...ada, params })).value().applications).toHaveLength(before);
});

test('of two concurrent applications with the same name, one is added', async () => {
  const answers = await Promise.all([add(), add()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test('a merchant’s administrator asks once per name, and withdraws', async () => {
  const request = (await ask()).value();
  expect(request).toMatchObject({ state: 'OPEN', askedBy: emailOf('merchantadmin'), currencies: ['GBP', 'EUR'] });
  expect((await ask(owner, 'wholesale')).problem().errorMessage).toContain('was asked for already');
  expect((await ask(owner, 'Web shop')).problem().errorMessage).toContain('is already in use');
  expect((await ask(ada)).problem().errorMessage).toContain('Only the merchant’s own users ask');
  expect((await app.call(getMerchantHealth, { ...ada, params })).value().openRequests).toBe(1);
  const named = { params: { ...params, requestId: request.requestId } };
  expect((await app.call(withdrawApplicationRequest, { ...owner, ...named })).value().state).toBe('WITHDRAWN');
  expect((await app.call(withdrawApplicationRequest, { ...owner, ...named })).status).toBe(409);
  expect((await app.call(getMerchantHealth, { ...ada, params })).value().openRequests).toBe(0);
  expect((await ask()).status).toBe(201);
});

test('of two concurrent requests with the same name, one is open', async () => {
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

const decline = (requestId: string) => {
  const named = { ...params, requestId };
  return app.call(declineApplicationRequest, { ...ada, params: named, body: { reason: 'Use tags instead' } });
};

test('approving adds the application, and notifies and mails the user who asked', async () => {
  const { requestId } = (await ask()).value();
  const { applicationId } = (await add({ ...tills, applicationName: 'Wholesale', requestId })).value();
  const [request] = (await app.call(listApplicationRequests, { ...owner, params })).value();
  expect(request).toMatchObject({ state: 'APPROVED', applicationId });
  const subjects = (await mailsTo(app, emailOf('merchantadmin'))).map(({ subject }) => subject);
  expect(subjects).toContain('Your request for another application was approved');
  const notices = (await app.call(listNotifications, { ...owner, params })).value().content;
  expect(notices[0]).toMatchObject({ kind: 'APPLICATION_ADDED', applicationId });
  const editor = { token: await signInAs(app, 'editor') };
  expect((await app.call(listNotifications, { ...editor, params })).value().content).toEqual([]);
  expect((await decline(requestId)).problem().errorMessage).toContain('was approved already');
});

test('declining mails the reason', async () => {
  const { requestId } = (await ask()).value();
  expect((await decline(requestId)).value()).toMatchObject({ state: 'DECLINED', declinedBecause: 'Use tags instead' });
  const [mail] = await mailsTo(app, emailOf('merchantadmin'));
  expect(mail?.text).toContain('Reason: Use tags instead');
  const [notice] = (await app.call(listNotifications, { ...owner, params })).value().content;
  expect(notice).toMatchObject({ kind: 'APPLICATION_DECLINED' });
  const approved = await add({ ...tills, requestId });
  expect([approved.status, approved.problem().errorMessage]).toEqual([
    409,
    'This request was declined already. Nothing was changed.',
  ]);
  expect((await app.call(getMerchant, { ...ada, params })).value().applications).toHaveLength(2);
});

test('of concurrent approving, declining and withdrawing, one happens', async () => {
  const { requestId } = (await ask()).value();
  const named = { ...params, requestId };
  const answers = await Promise.all([
    add({ ...tills, requestId }),
    decline(requestId),
    app.call(withdrawApplicationRequest, { ...owner, params: named }),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  const applications = (await app.call(getMerchant, { ...ada, params })).value().applications.length;
  expect(applications).toBe(answers[0].status === 201 ? 3 : 2);
});
