import {
  addBeneficiary,
  disableBeneficiary,
  listBeneficiaries,
  listOptimusBeneficiaries,
  setDefaultBeneficiary,
} from '@volume/contract/payouts/beneficiaries.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const payInAccountId = 41;
const ours = { accountHolderName: 'Harbour & Bloom Ltd', sortCode: '20-11-09', accountNumber: '5519 0021' };
let database: Database;
let api: TestApp;
let token: string;
let number = 55_190_100;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  token = await signInAs(api, 'editor');
  const books = await seedAccount(api.services, { ...params, payInAccountId, currency: 'GBP', provider: 'OPTIMUS' });
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
});
// A step-up is valid for five minutes and a session for an hour, so every test starts with new ones.
beforeEach(async () => {
  token = await signInAs(api, 'editor');
});
afterAll(() => database.close());

/** A new number each time, whose ending has no special meaning for the simulated bank. */
const nextNumber = () => String((number += 100) + 11);
async function add(rest: Record<string, unknown> = {}) {
  const body = { payInAccountId, ...ours, accountNumber: nextNumber(), ...rest };
  return api.call(addBeneficiary, { params, body, token, headers: await proved(api, token) });
}
const list = async () => (await api.call(listBeneficiaries, { params, token })).value();
const find = async (id: string) => (await list()).find(({ beneficiaryId }) => beneficiaryId === id);
const payTo = (beneficiaryId: string, headers: Record<string, string> = {}) =>
  api.call(makePayout, {
    params,
    body: { payInAccountId, amount: 1, beneficiaryId },
    token,
    headers: { 'idempotency-key': crypto.randomUUID(), ...headers },
  });

describe('a beneficiary', () => {
  test('is added with its name checked, and is in both lists', async () => {
    const added = (await add()).value();
    expect(added).toMatchObject({
      accountHolderName: 'Harbour & Bloom Ltd',
      sortCode: '20-11-09',
      status: 'Active',
      nameCheck: 'MATCHES',
      payInAccountIds: [payInAccountId],
      defaultForPayInAccountIds: [],
      addedBy: 'editor@test.example',
    });
    expect(await find(added.beneficiaryId)).toEqual(added);
    const atOptimus = await api.call(listOptimusBeneficiaries, { params: { customerId: `C${payInAccountId}` }, token });
    expect(atOptimus.value().map((each) => each.optimusBeneficiaryId)).toContain(added.beneficiaryId);
  });

  test('is added from numbers that were copied with invisible characters', async () => {
    const accountNumber = nextNumber();
    const copied = { sortCode: '\u202a20-11-09\u202c', accountNumber: `\u200e${accountNumber}\u200b` };
    expect((await add(copied)).value()).toMatchObject({ sortCode: '20-11-09', accountNumber });
    const iban = '\u202aGB29 NWBK 6016 1331 9268 19\u202c';
    const added = await add({ sortCode: null, accountNumber: null, iban });
    expect(added.value()).toMatchObject({ iban: 'GB29NWBK60161331926819' });
  });

  test('needs a step-up for each payout while it is new, until a day has passed', async () => {
    const { beneficiaryId, coolingUntilUtc } = (await add()).value();
    expect(coolingUntilUtc).not.toBeNull();
    expect((await payTo(beneficiaryId)).problem()).toMatchObject({ statusCode: 403, statusName: 'STEP_UP_REQUIRED' });
    const made = await payTo(beneficiaryId, await proved(api, token));
    expect(made.value().payoutRequestDetails.destination).toMatchObject({ type: 'SCAN', name: 'Harbour & Bloom Ltd' });
    api.pass({ hours: 24 });
    token = await signInAs(api, 'editor');
    expect((await find(beneficiaryId))?.coolingUntilUtc).toBeNull();
    expect((await payTo(beneficiaryId)).status).toBe(200);
  });

  test.each([
    ['01', /similar name.*Ltd Ltd/],
    ['02', /another name/],
    ['03', /could not check/],
  ])('whose number ends in %s is added only after the user accepts the answer of the bank', async (ending, words) => {
    const accountNumber = `551900${ending}`;
    const refused = (await add({ accountNumber })).problem();
    expect(refused).toMatchObject({ statusCode: 422, statusName: 'NAME_DIFFERS' });
    expect(refused.errorMessage).toMatch(words);
    const added = (await add({ accountNumber, acceptsName: true })).value();
    expect(added.nameCheck).not.toBe('MATCHES');
  });

  test('is rejected when its number is invalid or does not fit the currency', async () => {
    for (const wrong of [{ sortCode: '20-11-0' }, { accountNumber: '1234567' }, { sortCode: null }]) {
      expect((await add(wrong)).status).toBe(400);
    }
    const iban = { sortCode: null, accountNumber: null };
    expect((await add({ ...iban, iban: 'GB82 WEST 1234 5698 7654 31' })).status).toBe(400);
    expect((await add({ ...iban, iban: 'GB82 WEST 1234 5698 7654 32' })).value()).toMatchObject({
      accountType: 'IBAN',
      iban: 'GB82WEST12345698765432',
    });
    await seedAccount(api.services, { ...params, payInAccountId: 42, currency: 'EUR', provider: 'OPTIMUS' });
    expect((await add({ payInAccountId: 42 })).status).toBe(400);
  });

  test('is added once; once disabled it cannot be paid, and added again it is new', async () => {
    const accountNumber = nextNumber();
    const { beneficiaryId } = (await add({ accountNumber })).value();
    expect((await add({ accountNumber })).status).toBe(409);
    const named = { params: { ...params, beneficiaryId }, token };
    expect((await api.call(disableBeneficiary, named)).problem()).toMatchObject({ statusName: 'STEP_UP_REQUIRED' });
    const disabled = await api.call(disableBeneficiary, { ...named, headers: await proved(api, token) });
    expect(disabled.value().status).toBe('Disabled');
    expect((await payTo(beneficiaryId, await proved(api, token))).status).toBe(422);
    expect((await add({ accountNumber })).value()).toMatchObject({ beneficiaryId, status: 'Active' });
    expect((await find(beneficiaryId))?.coolingUntilUtc).not.toBeNull();
  });

  test('is not paid when it was disabled before the payout committed', async () => {
    const { beneficiaryId } = (await add()).value();
    const headers = await proved(api, token);
    let isDue = true;
    const transaction: Database['transaction'] = async (work) => {
      if (isDue) {
        isDue = false;
        const named = { params: { ...params, beneficiaryId }, token };
        (await api.call(disableBeneficiary, { ...named, headers: await proved(api, token) })).value();
      }
      return database.transaction(work);
    };
    const slow = createTestApp({ ...database, transaction });
    const answer = await slow.call(makePayout, {
      params,
      body: { payInAccountId, amount: 1, beneficiaryId },
      token,
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    });
    expect([isDue, answer.status, answer.problem().errorMessage]).toEqual([
      false,
      422,
      'This beneficiary is not active. No money was moved.',
    ]);
    const paid = `SELECT FROM outbound_payments WHERE destination->>'id' = $1`;
    expect(await database.query(paid, [beneficiaryId])).toEqual([]);
  });

  test('can become the default once it is no longer new, receives payouts without a beneficiary, and then cannot be disabled', async () => {
    const { beneficiaryId } = (await add()).value();
    const put = async () =>
      api.call(setDefaultBeneficiary, {
        params: { ...params, beneficiaryId },
        body: { payInAccountId },
        token,
        headers: await proved(api, token),
      });
    expect((await put()).status).toBe(409);
    api.pass({ hours: 24 });
    token = await signInAs(api, 'editor');
    expect((await put()).value().defaultForPayInAccountIds).toEqual([payInAccountId]);
    const made = await api.call(makePayout, {
      params,
      body: { payInAccountId, amount: 1 },
      token,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    expect(made.value().payoutRequestDetails.destination).toMatchObject({ id: beneficiaryId, sortCode: '20-11-09' });
    const named = { params: { ...params, beneficiaryId }, token, headers: await proved(api, token) };
    expect((await api.call(disableBeneficiary, named)).status).toBe(409);
  });
});

test('a default that only its provider knows is listed without a number', async () => {
  await seedAccount(api.services, { ...params, payInAccountId: 43, currency: 'GBP', provider: 'MODULR' });
  expect(await find('B43')).toMatchObject({
    accountHolderName: 'Harbour & Bloom',
    accountNumber: null,
    defaultForPayInAccountIds: [43],
  });
});

test('the default of two accounts is listed once, as the default of both', async () => {
  await seedAccount(api.services, { ...params, payInAccountId: 44, currency: 'GBP', provider: 'MODULR' });
  await database.query(
    "UPDATE payee_details SET va_default_pay_out_beneficiary_account_id = 'B44' WHERE payee_detail_id IN (43, 44)",
  );
  const found = (await list()).filter(({ beneficiaryId }) => beneficiaryId === 'B44');
  expect(found.map((each) => each.defaultForPayInAccountIds)).toEqual([[43, 44]]);
});
