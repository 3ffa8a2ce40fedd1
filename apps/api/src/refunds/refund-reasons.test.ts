import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { exportPayIns, getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let api: TestApp;
let token: string;
let paymentId: string;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  token = await signInAs(api, 'editor');
});
afterAll(() => database.close());
beforeEach(async () => {
  const account = { merchantId: ids.harbour, payInAccountId: (accounts += 1), currency: 'GBP' } as const;
  const books = await seedAccount(api.services, { ...account, applicationId: ids.harbourShop });
  paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1_000 });
});

const refund = (body: object, key: string = crypto.randomUUID()) =>
  api.call(startRefund, {
    params: { paymentId },
    body: { refundPaymentAmount: 4, ...body },
    token,
    headers: { 'idempotency-key': key },
  });
const listed = async () => (await api.call(getPayIn, { params: { paymentId }, token })).value().refunds;

test("the reason of a refund appears in the refund, in the list's row and in the export", async () => {
  const reason = { refundReason: 'DUPLICATE', refundReasonNote: '=paid twice' };
  expect((await refund(reason)).value()).toMatchObject(reason);
  expect(await listed()).toMatchObject([reason]);
  const { text } = await api.call(exportPayIns, { token });
  const line = text.split('\r\n').find((each) => each.includes(paymentId));
  expect(line).toMatch(/,DUPLICATE: =paid twice$/);
});

test('a refund with only the documented fields has no reason', async () => {
  expect((await refund({})).value()).toMatchObject({ refundReason: null, refundReasonNote: null });
});

test('accepts a note without a reason; in the export it cannot begin a formula', async () => {
  await refund({ refundReasonNote: '=1+1' });
  const { text } = await api.call(exportPayIns, { token });
  const line = text.split('\r\n').find((each) => each.includes(paymentId));
  expect(line).toMatch(/,'=1\+1$/);
});

test.each([
  ['an unknown reason', { refundReason: 'WHIM' }, 'refundReason'],
  ['a note with a NUL', { refundReasonNote: 'a\u0000' }, 'refundReasonNote'],
  ['a note with a lone surrogate', { refundReasonNote: 'a\ud800' }, 'refundReasonNote'],
  ['a note of 501 characters', { refundReasonNote: 'x'.repeat(501) }, 'refundReasonNote'],
])("rejects %s by the field's name and refunds nothing", async (_, body, field) => {
  const refused = await refund(body);
  expect([refused.status, refused.problem().errorMessage]).toEqual([400, expect.stringContaining(field)]);
  expect(await listed()).toEqual([]);
});

test('returns 422 for the same key with another reason, and refunds once', async () => {
  const key = crypto.randomUUID();
  expect((await refund({ refundReason: 'FRAUD' }, key)).status).toBe(201);
  expect((await refund({ refundReason: 'OTHER' }, key)).status).toBe(422);
  expect(await listed()).toHaveLength(1);
});

test('capabilities list the field, so that it is not sent to a provider that lacks it', async () => {
  const known = (await api.call(listCapabilities)).value();
  expect(known).toContain('POST payments/{}/refunds refundReason');
});
