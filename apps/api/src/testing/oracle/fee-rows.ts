import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const harbour = { merchantId: ids.harbour };
const mayChange = { who: 'admins', effect: 'write', needsProof: true } as const;
const statement = { who: 'payments', ok: 200, isOwned: true } as const;
const october = 'month=2026-10';

export const feeRows: Record<string, OracleRow> = {
  getMerchantFee: { who: 'admins', input: { params: harbour }, ok: 200 },
  // The same change again replaces the planned one.
  changeMerchantFee: {
    ...mayChange,
    input: { params: harbour, body: { percentage: 0.5, validFrom: '2026-12-01', reason: 'New contract' } },
    ok: 200,
  },
  withdrawFeeChange: { ...mayChange, input: { params: harbour }, ok: 'let through' },
  getFeeStatement: { ...statement, input: { params: harbour, query: october } },
  exportFees: { ...statement, input: { params: harbour, query: `${october}&currency=GBP` } },
  getFeeDocument: { ...statement, input: { params: harbour, query: `${october}&currency=GBP` } },
  listFees: { who: 'admins', input: { query: october }, ok: 200 },
  exportAllFees: { who: 'admins', input: { query: october }, ok: 200 },
};
