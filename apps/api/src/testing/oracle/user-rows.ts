import { accountIdOf, ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const harbour = { merchantId: ids.harbour };
/** A user of Harbour & Bloom that the refusal tests never sign in. */
const user = { userId: accountIdOf('byemail') };

export const userRows: Record<string, OracleRow> = {
  listMerchants: { who: 'admins', input: {}, ok: 200 },
  listMerchantHealth: { who: 'admins', input: {}, ok: 200 },
  getMerchantHealth: { who: 'admins', input: { params: harbour }, ok: 200, isOwned: true },
  getMerchant: { who: 'signed-in', input: { params: harbour }, ok: 200, isOwned: true },
  listAccounts: { who: 'users', input: { params: harbour }, ok: 200, isOwned: true },
  listRoles: { who: 'users', input: { params: harbour }, ok: 200, isOwned: true },
  createAccount: {
    who: 'users',
    effect: 'write',
    input: {
      params: harbour,
      body: { merchantId: ids.harbour, email: 'viewer@test.example', roles: ['MERCHANT_VIEWER'], name: 'Vi' },
    },
    ok: 409,
    needsProof: true,
    isOwned: true,
  },
  updateAccount: {
    who: 'users',
    effect: 'write',
    input: { params: { ...harbour, ...user }, body: { name: 'Esme' } },
    ok: 200,
    isOwned: true,
  },
  disableAccount: {
    who: 'users',
    effect: 'write',
    input: { params: { userId: accountIdOf('disabled') } },
    ok: 200,
    isOwned: true,
  },
  enableAccount: { who: 'users', effect: 'write', input: { params: user }, ok: 200, isOwned: true },
  // This user has no second factor, which is checked before the step-up.
  resetTwoFactor: {
    who: 'account-admins',
    effect: 'write',
    input: { params: { userId: accountIdOf('disabled') } },
    ok: 409,
    isOwned: true,
  },
  updateSelf: { who: 'signed-in', effect: 'write', input: { body: { name: 'Sam' } }, ok: 204 },
  // This user has accepted it, which is checked before the step-up.
  resendInvitation: {
    who: 'users',
    effect: 'write',
    input: { params: { ...harbour, ...user } },
    ok: 409,
    isOwned: true,
  },
};
