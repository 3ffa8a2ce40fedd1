import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const params = { merchantId: ids.harbour };
const shop = { ...params, applicationId: ids.harbourShop };
const noRequest = { ...params, requestId: ids.nobody };
const noNote = { ...params, noteId: ids.nobody };
const read = { who: 'admins', ok: 200 } as const;
const write = { who: 'admins', effect: 'write' } as const;
const own = { who: 'account-admins', isOwned: true } as const;
const text = { text: 'Called about the new shop' };

export const accountBody = {
  currency: 'EUR',
  bankAccount: { accountHolderName: 'Harbour & Bloom', iban: 'IE29AIBK93115212345678' },
};

export const merchantSettingsRows: Record<string, OracleRow> = {
  getMerchantSettings: { ...read, input: { params } },
  changeMerchantCompany: {
    ...write,
    input: { params, body: { companyName: 'Harbour & Bloom', email: null } },
    ok: 200,
    needsProof: true,
  },
  changeMerchantLimits: {
    ...write,
    input: { params, body: { largestAmount: 5000, fromDay: '2026-12-01' } },
    ok: 200,
    needsProof: true,
  },
  withdrawMerchantLimits: { ...write, input: { params }, ok: 'let through', needsProof: true },
  // Later calls get 409, because the name is taken.
  addMerchantApplication: {
    ...write,
    input: { params, body: { applicationName: 'Tills', accounts: [accountBody] } },
    ok: 'let through',
    needsProof: true,
  },
  addMerchantAccount: { ...write, input: { params: shop, body: accountBody }, ok: 'let through', needsProof: true },
  listApplicationRequests: { ...own, input: { params }, ok: 200 },
  // Administrators of the platform pass the access check but get 409: it is for the merchant's users.
  askForApplication: {
    ...own,
    effect: 'write',
    input: { params, body: { applicationName: 'Wholesale', currencies: ['GBP'], why: 'A second brand' } },
    ok: 'let through',
  },
  withdrawApplicationRequest: { ...own, effect: 'write', input: { params: noRequest }, ok: 404 },
  declineApplicationRequest: { ...write, input: { params: noRequest, body: { reason: 'Use tags' } }, ok: 404 },
  listMerchantNotes: { ...read, input: { params } },
  addMerchantNote: { ...write, input: { params, body: text }, ok: 201 },
  correctMerchantNote: { ...write, input: { params: noNote, body: text }, ok: 404 },
  removeMerchantNote: { ...write, input: { params: noNote }, ok: 204 },
};
