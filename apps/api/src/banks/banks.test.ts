import { createPaymentLink, getPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import {
  addBank,
  type BankPage,
  changeBank,
  listBanks,
  switchBankOff,
  switchBankOn,
} from '@volume/contract/institutions/banks.ts';
import { listInstitutions, setInstitutions } from '@volume/contract/institutions/institutions.ts';
import { listPlatformActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { ifMatchHeader } from '@volume/contract/headers.ts';
import type { Database } from '#database/database.ts';
import { writeSimulatedBanks } from '#providers/simulated/banks.ts';
import type { CallInput } from '#testing/call-api.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const aib = { name: 'AIB', fullName: null, letters: null, countries: ['IE'], currencies: ['EUR'] };
let database: Database;
let app: TestApp;
let admin: { token: string; headers: Record<string, string> };

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  await writeSimulatedBanks(database);
  await seedAccount(app.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('UPDATE institutions SET switched_off_at = NULL, switched_off_by = NULL');
  await database.query(`UPDATE applications SET institutions = '{}'`);
  await signInAdmin();
});

async function signInAdmin(): Promise<void> {
  const token = await signInAs(app, 'admin');
  admin = { token, headers: await proved(app, token) };
}
const as = <E extends AnyEndpoint>(endpoint: E, input: CallInput = {}) =>
  app.call(endpoint, { ...admin, ...input, headers: { ...admin.headers, ...input.headers } });
/** In ascending order. */
const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const list = async (query = 'size=100'): Promise<BankPage> => (await as(listBanks, { query })).value();
const bankOf = async (institutionId: string) =>
  (await list()).content.find((bank) => bank.institutionId === institutionId);
const off = (institutionId: string, reason?: string) =>
  as(switchBankOff, { params: { institutionId }, body: reason === undefined ? {} : { reason } });
const on = (institutionId: string) => as(switchBankOn, { params: { institutionId } });

async function makeLink(): Promise<string> {
  app.pass({ seconds: 1 });
  const body = { applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount: 12.5, reference: 'x' } };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const token = await signInAs(app, 'operator');
  return `/sandbox/pay/${(await app.call(createPaymentLink, { token, body, headers })).value().paymentIntentId}`;
}
const read = async (path: string) => (await app.app.request(path)).text();
const post = (path: string, form: Record<string, string>) =>
  app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
async function attemptsOf(link: string) {
  const params = { paymentIntentId: link.split('/').at(-1)! };
  return (await app.call(getPaymentLink, { params, token: admin.token })).value().attempts;
}
async function pay(institutionId: string, decision: 'APPROVE' | 'DECLINE'): Promise<void> {
  const begun = await post(await makeLink(), { institutionId });
  await post(begun.headers.get('location') ?? '', { decision, name: 'Amelia Hughes' });
}
async function wait(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    app.pass({ seconds: 1 });
    await app.runDueWork();
  }
}

test('lists the banks by name, one page at a time, with how many are offered', async () => {
  const page = await list('size=5');
  expect(page.content.map(({ name }) => name)).toEqual(['AIB', 'Bank of Ireland', 'Barclays', 'BBVA', 'BNP Paribas']);
  expect(page).toMatchObject({ offered: 26, known: 26, totalElements: 26, totalPages: 6 });
  expect(page.content[0]).toMatchObject({
    institutionId: 'aib',
    state: 'WORKING',
    letters: null,
    paid24Hours: 0,
    failed24Hours: 0,
    switchedOffBy: null,
  });
});

test('filters by words without their accents, by country and by state', async () => {
  const names = async (query: string) => (await list(`size=100&${query}`)).content.map(({ name }) => name);
  expect(await names('search=agricole%20CREDIT')).toEqual(['Crédit Agricole']);
  expect(await names('search=allied')).toEqual(['AIB']);
  expect(await names('country=IE,NL')).toEqual(['AIB', 'Bank of Ireland', 'bunq', 'ING']);
  await off('aib');
  expect(await names('state=OFF')).toEqual(['AIB']);
  expect(await names('state=WORKING&country=IE')).toEqual(['Bank of Ireland']);
  expect((await as(listBanks, { query: 'country=XX' })).status).toBe(400);
});

test('a read-only administrator sees the banks and changes none; merchants’ users see none', async () => {
  const reader = await signInAs(app, 'reader');
  expect((await app.call(listBanks, { token: reader })).value().known).toBe(26);
  const headers = await proved(app, reader);
  const params = { institutionId: 'aib' };
  for (const call of [changeBank, switchBankOff, switchBankOn]) {
    const refused = await app.call(call, { token: reader, headers, params, body: call === changeBank ? aib : {} });
    expect(refused.status, call.name).toBe(403);
  }
  for (const name of ['merchantadmin', 'viewer'] as const) {
    expect((await app.call(listBanks, { token: await signInAs(app, name) })).status, name).toBe(403);
  }
});

test('every write needs a step-up', async () => {
  const { token } = admin;
  const params = { institutionId: 'aib' };
  const bodies = [aib, {}, undefined];
  for (const [at, call] of [changeBank, switchBankOff, switchBankOn].entries()) {
    const refused = await app.call(call, { token, params, ...(bodies[at] && { body: bodies[at] }) });
    expect([refused.status, refused.problem().statusName], call.name).toEqual([403, 'STEP_UP_REQUIRED']);
  }
  const refused = await app.call(addBank, { token, body: { ...aib, name: 'New', institutionId: null } });
  expect(refused.problem().statusName).toBe('STEP_UP_REQUIRED');
});

test('an added bank is offered to payers and merchants, with its letters, and is in the platform’s activity', async () => {
  const body = { name: 'Zürcher Bank', fullName: 'Zürcher Bank AG', letters: 'zb', countries: ['DE', 'GB', 'DE'] };
  const added = await as(addBank, { body: { ...body, currencies: ['GBP'], institutionId: null } });
  expect([added.status, added.value()]).toEqual([201, expect.objectContaining({ institutionId: 'zurcher-bank' })]);
  const institutions = (await as(listInstitutions)).value();
  expect(institutions.find(({ institutionId }) => institutionId === 'zurcher-bank')).toEqual({
    institutionId: 'zurcher-bank',
    name: 'Zürcher Bank',
    fullName: 'Zürcher Bank AG',
    countries: [
      { displayName: 'Germany', countryCode2: 'DE' },
      { displayName: 'United Kingdom', countryCode2: 'GB' },
    ],
    currencies: ['GBP'],
    environmentType: 'SANDBOX',
  });
  expect(await read(await makeLink())).toMatch(/aria-hidden="true">ZB<\/span\s*><span class="name">Zürcher Bank/);
  const [entry] = (await as(listPlatformActivity, { query: 'action=BANK_ADDED' })).value().content;
  expect(entry).toMatchObject({ actor: 'admin@test.example', subject: 'zurcher-bank' });
  expect(entry?.detail).toBe('Zürcher Bank: DE, GB; GBP');
  await database.query(`DELETE FROM institutions WHERE institution_id = 'zurcher-bank'`);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'a'.repeat(61) }, 'name'],
  [{ name: 'See www.aib.example' }, 'name'],
  [{ letters: 'ABC' }, 'letters'],
  [{ letters: '' }, 'letters'],
  [{ countries: [] }, 'countries'],
  [{ countries: ['US'] }, 'countries[0]'],
  [{ currencies: [] }, 'currencies'],
  [{ currencies: ['USD'] }, 'currencies[0]'],
  [{ institutionId: 'Not a slug' }, 'institutionId'],
  [{ name: '銀行' }, 'institutionId'],
])('refuses a new bank with %j and names the field', async (wrong, field) => {
  const refused = await as(addBank, { body: { ...aib, name: 'Wrong', institutionId: null, ...wrong } });
  expect([refused.status, refused.problem().field]).toEqual([400, field]);
});

test('refuses an existing id, and a name that payers would see twice', async () => {
  const same = await as(addBank, { body: { ...aib, name: 'Another', institutionId: 'aib' } });
  expect([same.status, same.problem().errorMessage]).toEqual([409, expect.stringContaining('id aib exists already')]);
  const twin = await as(addBank, { body: { ...aib, name: 'natwest', currencies: ['GBP'], institutionId: 'twin' } });
  expect([twin.status, twin.problem()]).toEqual([409, expect.objectContaining({ field: 'name' })]);
  const renamed = await as(changeBank, { params: { institutionId: 'aib' }, body: { ...aib, name: 'N26' } });
  expect([renamed.status, renamed.problem().field]).toEqual([409, 'name']);
  expect(await bankOf('aib')).toMatchObject({ name: 'AIB' });
});

test('two administrators add the same bank at the same moment: one is added, the other gets 409', async () => {
  const body = { ...aib, name: 'Twice', institutionId: null };
  const answers = await Promise.all([as(addBank, { body }), as(addBank, { body })]);
  expect(statusesOf(answers)).toEqual([201, 409]);
  await database.query(`DELETE FROM institutions WHERE institution_id = 'twice'`);
});

test('two administrators change the same bank: the second, whose version is old, is refused', async () => {
  const version = (await bankOf('aib'))?.version ?? '';
  const change = (letters: string) =>
    as(changeBank, {
      params: { institutionId: 'aib' },
      body: { ...aib, fullName: 'Allied Irish Banks', letters },
      headers: { [ifMatchHeader]: version },
    });
  const answers = await Promise.all([change('AI'), change('IB')]);
  expect(statusesOf(answers)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.problem().statusName).toBe('CHANGED_MEANWHILE');
  const [entry] = (await as(listPlatformActivity, { query: 'action=BANK_CHANGED' })).value().content;
  expect(entry?.detail).toMatch(/^letters of the name → (AI|IB)$/);
});

test('two administrators switch off the same bank: one succeeds, the other gets 409 with who did it', async () => {
  const answers = await Promise.all([off('aib', 'It does not respond'), off('aib', 'Mine too')]);
  expect(statusesOf(answers)).toEqual([204, 409]);
  const message = answers.find(({ status }) => status === 409)?.problem().errorMessage;
  expect(message).toMatch(/^AIB is already off: admin switched it off on \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(await bankOf('aib')).toMatchObject({ state: 'OFF', switchedOffBy: 'admin@test.example' });
  expect((await list()).offered).toBe(25);
  expect((await on('aib')).status).toBe(204);
  expect((await on('aib')).problem().errorMessage).toBe('AIB is already on. Nothing was changed.');
  expect((await off('no-such-bank')).status).toBe(404);
  expect(await bankOf('aib')).toMatchObject({ state: 'WORKING', switchedOffBy: null, switchedOffReason: null });
});

test('a bank that is off is hidden on pay pages; a payment already sent to it is paid', async () => {
  const link = await makeLink();
  const begun = await post(link, { institutionId: 'natwest' });
  const bank = begun.headers.get('location') ?? '';
  await off('natwest');
  const other = await makeLink();
  expect(await read(other)).not.toContain('NatWest');
  expect(await read(other)).toContain('Monzo');
  expect(await read(bank)).toContain('NatWest');
  await post(bank, { decision: 'APPROVE', name: 'Amelia Hughes' });
  await wait(8);
  expect((await attemptsOf(link)).map(({ paymentStatus }) => paymentStatus)).toEqual(['SETTLED']);
});

test('a bank that was switched off while the page was open is refused with a sentence, and others are offered', async () => {
  const link = await makeLink();
  await off('natwest');
  const refused = await post(link, { institutionId: 'natwest', name: 'Amelia' });
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page.replaceAll(/[\u2066-\u2069]/g, '')).toContain('NatWest is not available at the moment.');
  expect(page).toContain('Monzo');
  expect(await attemptsOf(link)).toEqual([]);
  expect((await post(link, { institutionId: 'no-such-bank' })).status).toBe(400);
});

test('when a bank is switched off while payers start, each attempt is made completely or refused', async () => {
  const links = await Promise.all(Array.from({ length: 6 }, makeLink));
  const [, ...answers] = await Promise.all([
    off('natwest'),
    ...links.map((link) => post(link, { institutionId: 'natwest' })),
  ]);
  for (const [at, { status }] of answers.entries()) {
    const attempts = (await attemptsOf(links[at]!)).map(({ paymentStatus }) => paymentStatus);
    expect([status, attempts]).toEqual(status === 303 ? [303, ['AWAITING_AUTHORIZATION']] : [409, []]);
  }
  expect((await post(await makeLink(), { institutionId: 'natwest' })).status).toBe(409);
});

test('a merchant can choose a bank that is switched off; the page says when none is left', async () => {
  const token = await signInAs(app, 'merchantadmin');
  await off('natwest');
  const body = { institutions: ['monzo', 'natwest'] };
  const chosen = await app.call(setInstitutions, { token, params: shop, body });
  expect(chosen.value().institutions).toEqual(['monzo', 'natwest']);
  const link = await makeLink();
  expect(await read(link)).toContain('Monzo');
  await off('monzo');
  const page = await read(link);
  expect(page).toContain('No bank is available for this payment at the moment.');
  expect(page).toContain('for another way to pay.');
  expect(page).not.toContain('type="search"');
  await on('natwest');
  expect(await read(link)).toContain('NatWest');
});

test('counts the ended payments of the last 24 hours, and calls a bank failing when many failed', async () => {
  app.pass({ hours: 30 });
  await signInAdmin();
  for (let nth = 0; nth < 4; nth++) await pay('monzo', 'APPROVE');
  await pay('monzo', 'DECLINE');
  await post(await makeLink(), { institutionId: 'monzo' });
  await wait(8);
  expect(await bankOf('monzo')).toMatchObject({ paid24Hours: 4, failed24Hours: 1, state: 'WORKING' });
  for (let nth = 0; nth < 15; nth++) await pay('monzo', 'DECLINE');
  await wait(2);
  expect(await bankOf('monzo')).toMatchObject({ paid24Hours: 4, failed24Hours: 16, state: 'FAILING' });
  expect(await bankOf('barclays')).toMatchObject({ paid24Hours: 0, failed24Hours: 0 });
  app.pass({ hours: 25 });
  await signInAdmin();
  expect(await bankOf('monzo')).toMatchObject({ paid24Hours: 0, failed24Hours: 0, state: 'WORKING' });
});
