import {
  addBeneficiary,
  disableBeneficiary,
  listBeneficiaries,
  setDefaultBeneficiary,
} from '@volume/contract/payouts/beneficiaries.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Providers, ProviderName } from '#providers/port.ts';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const numbers: Partial<Record<ProviderName, string>> = { OPTIMUS: '11111111', ISX: '22222222' };
const beneficiaryId = 'B7';
let database: Database;
let api: TestApp;
let token: string;
let optimus = 100;
let isx = 101;

beforeAll(async () => {
  database = await openPeople();
  const { providers } = createTestApp(database).services;
  const numberingAlike: Providers = {
    ...providers,
    addBeneficiary: async () => beneficiaryId,
    listBeneficiaries: async (provider, customerId) => [
      {
        beneficiaryId,
        customerId,
        name: `${provider} supplier`,
        accountType: 'SCAN',
        sortCode: '20-11-09',
        accountNumber: numbers[provider] ?? null,
        iban: null,
        status: 'Active',
      },
    ],
  };
  api = createTestApp(database, { parts: { providers: numberingAlike } });
});
afterAll(() => database.close());

async function seed(payInAccountId: number, provider: ProviderName, customerId: string, isDefault: boolean) {
  const books = await seedAccount(api.services, { ...params, payInAccountId, currency: 'GBP', provider });
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  await database.query(
    `UPDATE payee_details SET va_customer_id = $2, va_default_pay_out_beneficiary_account_id = $3
     WHERE payee_detail_id = $1`,
    [payInAccountId, customerId, isDefault ? beneficiaryId : null],
  );
}

const add = async (payInAccountId: number, accountNumber: string) =>
  api.call(addBeneficiary, {
    params,
    body: { payInAccountId, accountHolderName: 'Supplier', sortCode: '20-11-09', accountNumber },
    token,
    headers: await proved(api, token),
  });
const disable = async () =>
  api.call(disableBeneficiary, { params: { ...params, beneficiaryId }, token, headers: await proved(api, token) });
const choose = async (payInAccountId: number) =>
  api.call(setDefaultBeneficiary, {
    params: { ...params, beneficiaryId },
    body: { payInAccountId },
    token,
    headers: await proved(api, token),
  });
const pay = async (payInAccountId: number, to?: string) =>
  api.call(makePayout, {
    params,
    body: { payInAccountId, amount: 1, ...(to !== undefined && { beneficiaryId: to }) },
    token,
    headers: { 'idempotency-key': crypto.randomUUID(), ...(await proved(api, token)) },
  });
const destinationOf = async (payInAccountId: number, to?: string) =>
  (await pay(payInAccountId, to)).value().payoutRequestDetails.destination;
const list = async () =>
  (await api.call(listBeneficiaries, { params, token }))
    .value()
    .filter(({ payInAccountIds }) => payInAccountIds.includes(optimus) || payInAccountIds.includes(isx));

describe.each([
  ['whose customers have different ids', 'C1', 'C2'],
  ['whose customers have the same id', 'C3', 'C3'],
])('two providers with the same beneficiary ids, %s', (_, optimusCustomer, isxCustomer) => {
  beforeEach(async () => {
    await database.query('DELETE FROM beneficiaries');
    await database.query('UPDATE payee_details SET va_default_pay_out_beneficiary_account_id = NULL');
    [optimus, isx] = [optimus + 2, isx + 2];
    token = await signInAs(api, 'editor');
    await seed(optimus, 'OPTIMUS', optimusCustomer, false);
    await seed(isx, 'ISX', isxCustomer, true);
  });

  test('each account is paid out to the beneficiary at its own provider', async () => {
    expect((await choose(optimus)).value()).toMatchObject({ accountNumber: '11111111' });
    expect(await destinationOf(optimus)).toMatchObject({ type: 'SCAN', id: beneficiaryId, accountNumber: '11111111' });
    expect(await destinationOf(isx)).toMatchObject({ type: 'BENEFICIARY', id: beneficiaryId, accountNumber: null });
    const shown = (await list()).map((one) => [one.accountNumber, one.status, one.defaultForPayInAccountIds]);
    expect(shown).toEqual([
      [null, 'Active', [isx]],
      ['11111111', 'Active', [optimus]],
    ]);
  });

  test('disabling one does not stop payouts to the other', async () => {
    expect((await add(optimus, '11111111')).status).toBe(201);
    expect((await disable()).value()).toMatchObject({ accountNumber: '11111111', status: 'Disabled' });
    expect((await pay(optimus, beneficiaryId)).status).toBe(422);
    expect(await destinationOf(isx)).toMatchObject({ id: beneficiaryId, accountNumber: null });
  });

  test('the second cannot be added, chosen or paid by id while the first is stored, and the first stays unchanged', async () => {
    expect((await add(optimus, '11111111')).status).toBe(201);
    expect((await disable()).status).toBe(200);
    const other = async () => (await database.query('SELECT * FROM beneficiaries'))[0];
    const before = await other();
    await database.query('UPDATE payee_details SET va_default_pay_out_beneficiary_account_id = NULL');
    for (const refused of [await add(isx, '22222222'), await choose(isx)]) {
      expect(refused.problem()).toMatchObject({ statusCode: 409, statusName: 'NUMBERED_ALIKE' });
    }
    expect((await pay(isx, beneficiaryId)).problem()).toMatchObject({ statusCode: 422 });
    expect(await other()).toEqual(before);
  });

  test('disabling is rejected when both providers list the id and neither is stored', async () => {
    expect((await disable()).problem()).toMatchObject({ statusCode: 409, statusName: 'NUMBERED_ALIKE' });
    expect(await database.query('SELECT FROM beneficiaries')).toEqual([]);
    expect(await destinationOf(optimus, beneficiaryId)).toMatchObject({ accountNumber: '11111111' });
    expect(await destinationOf(isx)).toMatchObject({ accountNumber: null });
  });
});
