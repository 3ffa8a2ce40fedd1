import { ids } from '#testing/seed-people.ts';
import { approvalRows } from './approval-rows.ts';
import { type OracleRow, payInAccountId } from './oracle-row.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const account = { ...shop, payInAccountId: String(payInAccountId) };

export const payInAccountRows: Record<string, OracleRow> = {
  listPayInAccounts: { who: 'signed-in', input: { params: shop }, ok: 200, isOwned: true },
  quoteExchange: {
    who: 'settings',
    effect: 'write',
    input: { params: shop, body: { fromPayInAccountId: 1, toPayInAccountId: 2, sellAmount: 1 } },
    ok: 404,
    isOwned: true,
  },
  bookExchange: {
    who: 'settings',
    effect: 'write',
    input: {
      params: shop,
      body: { quoteId: ids.nobody },
      headers: { 'idempotency-key': '01900000-0000-7000-8000-0000000000e3' },
    },
    ok: 404,
    isOwned: true,
  },
  listExchanges: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  exportStatement: { who: 'payments', input: { params: account }, ok: 200, isOwned: true },
  getStatementDocument: { who: 'payments', input: { params: account }, ok: 200, isOwned: true },
  getStatementFile: { who: 'payments', input: { params: account, query: 'format=CAMT_053' }, ok: 200, isOwned: true },
  getStatement: { who: 'payments', input: { params: account }, ok: 200, isOwned: true },
  getStatementMail: { who: 'payments', input: { params: account }, ok: 200, isOwned: true },
  // Administrators pass the access check but get 409: it is for users of the merchant.
  setStatementMail: {
    who: 'payments',
    effect: 'write',
    input: { params: account, body: { isWanted: true } },
    ok: 'let through',
    isOwned: true,
  },
  listFileSchedules: { who: 'payments', input: { params: shop }, ok: 200, isOwned: true },
  // Who is mailed is tested with the schedules: another address needs the right to change settings.
  addFileSchedule: {
    who: 'payments',
    effect: 'write',
    input: { params: shop, body: { payInAccountId: null, format: 'CSV', frequency: 'DAILY' } },
    ok: 'let through',
    isOwned: true,
  },
  // No schedule has this id, so it counts as deleted.
  deleteFileSchedule: {
    who: 'payments',
    effect: 'write',
    input: { params: { ...shop, scheduleId: ids.nobody } },
    ok: 204,
    isOwned: true,
  },
  listScheduledFiles: { who: 'payments', input: { params: shop }, ok: 200, isOwned: true },
  setLowBalance: {
    who: 'settings',
    effect: 'write',
    input: { params: account, body: { threshold: 100 } },
    ok: 200,
    isOwned: true,
  },
  listPayouts: { who: 'payments', input: { params: shop }, ok: 200, isOwned: true },
  exportPayouts: { who: 'payments', input: { params: shop }, ok: 200, isOwned: true },
  getPayout: { who: 'payments', input: { params: { ...shop, payoutPaymentId: ids.nobody } }, ok: 404, isOwned: true },
  makePayout: {
    who: 'settings',
    effect: 'write',
    input: {
      params: shop,
      body: { payInAccountId, amount: 1 },
      headers: { 'idempotency-key': '01900000-0000-4000-8000-000000000042' },
    },
    ok: 422,
    isOwned: true,
  },
  listPayoutSchedules: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  setPayoutSchedule: {
    who: 'settings',
    effect: 'write',
    input: {
      params: shop,
      body: { payInAccountId, enabled: true, frequency: 'DAILY', timeUtc: '06:00', amountType: 'ALL' },
    },
    ok: 200,
    needsProof: true,
    isOwned: true,
  },
  ...approvalRows,
  listOptimusBeneficiaries: {
    who: 'settings',
    input: { params: { customerId: `C${payInAccountId}` } },
    ok: 200,
    isOwned: true,
  },
  listBeneficiaries: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  addBeneficiary: {
    who: 'settings',
    effect: 'write',
    input: {
      params: shop,
      body: { payInAccountId, accountHolderName: 'Harbour & Bloom', sortCode: '00-99-55', accountNumber: '55779911' },
    },
    ok: 'let through',
    needsProof: true,
    isOwned: true,
  },
  disableBeneficiary: {
    who: 'settings',
    effect: 'write',
    input: { params: { ...shop, beneficiaryId: 'B0' } },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
  setDefaultBeneficiary: {
    who: 'settings',
    effect: 'write',
    input: { params: { ...shop, beneficiaryId: 'B0' }, body: { payInAccountId } },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
};
