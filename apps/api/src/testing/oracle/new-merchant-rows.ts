import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const draft = { draftId: ids.nobody };

/** A merchant with one pay-in account, which is its own bank account. */
export const newMerchantBody = {
  companyName: 'Orchard Lane Nurseries Ltd',
  email: null,
  paymentFlatFeeInPercentage: 0.45,
  limits: { largestAmount: 25_000 },
  firstUser: { email: 'hannah@orchard-lane.example', name: 'Hannah Doyle', phone: null },
  applications: [
    {
      applicationName: 'Garden shop',
      accounts: [
        {
          currency: 'GBP',
          bankAccount: { accountHolderName: 'Orchard Lane', sortCode: '204577', accountNumber: '73014486' },
        },
      ],
    },
  ],
};

export const draftBody = {
  company: {
    companyName: 'Orchard Lane',
    email: '',
    streetName: '',
    buildingNumber: '',
    postCode: '',
    townName: '',
    country: '',
  },
  applications: [],
  terms: { fee: '', largestAmount: '' },
  firstUser: { name: '', email: '', phone: '' },
};

export const newMerchantRows: Record<string, OracleRow> = {
  // Created by the first call; the others return the same merchant.
  createMerchant: { who: 'admins', effect: 'write', input: { body: newMerchantBody }, ok: 201, needsProof: true },
  listMerchantDrafts: { who: 'admins', input: {}, ok: 200 },
  saveMerchantDraft: { who: 'admins', effect: 'write', input: { params: draft, body: draftBody }, ok: 200 },
  getMerchantDraft: { who: 'admins', input: { params: draft }, ok: 200 },
  deleteMerchantDraft: { who: 'admins', effect: 'write', input: { params: draft }, ok: 204 },
};
