import { toSignUpBody } from '@volume/contract/sign-up.ts';
import { accountIdOf, ids, password } from './seed-people.ts';
import { approvalRows } from './oracle/approval-rows.ts';
import { bulkOracle } from './oracle/bulk-oracle.ts';
import { linkRows } from './oracle/link-rows.ts';
import { noteRows } from './oracle/note-rows.ts';
import { noticeRows } from './oracle/notice-rows.ts';
import { viewRows } from './oracle/view-rows.ts';
import type { Given } from './call-api.ts';

/**
 * Who may make each call, written by hand from the specification (§6) and the contract document (§5, §8), never taken
 * from the contract package or the server: the two must meet in the test.
 */
export type Who = 'public' | 'signed-in' | 'payments' | 'links' | 'settings' | 'users' | 'account-admins' | 'admins';

export interface OracleRow {
  who: Who;
  effect?: 'write';
  /** A call on what belongs to Harbour & Bloom that would succeed. */
  given: Given;
  /** What those get who may; `let through` where earlier calls decide whether it works out. */
  ok: number | 'let through';
  /** Those who may must have proved themselves again (contract §8): without that it is 403 for them too. */
  needsProof?: true;
  /** The path names what belongs to Harbour & Bloom: for another merchant it is 404. */
  isOwned?: true;
}

/** Harbour & Bloom's payment, written by the refusals' own seed. */
export const paymentId = '01900000-0000-7000-8000-000000000031';
/** Harbour & Bloom's virtual account at OPTIMUS, written by the same; its customer is `C71`. */
export const payInAccountId = 71;
const harbour = { merchantId: ids.harbour };
const payment = { paymentId };
/** Harbour & Bloom's user whom no refusal signs in. */
const user = { userId: accountIdOf('byemail') };
const shop = { ...harbour, applicationId: ids.harbourShop };
const account = { ...shop, payInAccountId: String(payInAccountId) };
const noDelivery = { ...shop, deliveryId: ids.nobody };

const noException = { exceptionId: ids.nobody };

/** Of no key, over nothing. */
const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const passkeyProof = {
  ...passkey,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const newPasskey = { ...passkey, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } };

export const oracle: Record<string, OracleRow> = {
  signIn: { who: 'public', given: { body: { email: 'nobody@test.example', password: 'x' } }, ok: 401 },
  verifyOtp: { who: 'public', given: { params: { otpRequestId: 'x' }, body: { code: '123456' } }, ok: 404 },
  resendOtp: { who: 'public', given: { params: { otpRequestId: 'x' } }, ok: 404 },
  getTwoFactorSetUp: { who: 'public', given: { params: { twoFactorRequestId: 'x' } }, ok: 404 },
  confirmTwoFactor: {
    who: 'public',
    given: { params: { twoFactorRequestId: 'x' }, body: { code: '123456' } },
    ok: 404,
  },
  lookUpResetToken: { who: 'public', given: { body: { token: 'x' } }, ok: 404 },
  lookUpTwoFactorSetUp: { who: 'public', given: { body: { twoFactorRequestId: 'x' } }, ok: 404 },
  proveTwoFactor: { who: 'public', given: { body: { twoFactorRequestId: 'x', code: '123456' } }, ok: 404 },
  proveOtp: { who: 'public', given: { body: { otpRequestId: 'x', code: '123456' } }, ok: 404 },
  lookUpOtp: { who: 'public', given: { body: { otpRequestId: 'x' } }, ok: 404 },
  proveOtpByPasskey: { who: 'public', given: { body: { otpRequestId: 'x', passkey: passkeyProof } }, ok: 404 },
  resendOneTimeCode: { who: 'public', given: { body: { otpRequestId: 'x' } }, ok: 404 },
  getSelf: { who: 'signed-in', given: {}, ok: 200 },
  renewSession: { who: 'signed-in', given: {}, ok: 409 },
  signOut: { who: 'signed-in', given: {}, ok: 204 },
  // Nobody of the refusals' world gets codes by email.
  mailStepUpCode: { who: 'signed-in', given: {}, ok: 409 },
  // Nobody of the refusals' world has a passkey.
  beginPasskeyStepUp: { who: 'signed-in', given: {}, ok: 409 },
  stepUpByPasskey: { who: 'signed-in', given: { body: { passkey: passkeyProof } }, ok: 400 },
  stepUp: { who: 'signed-in', given: { body: { password } }, ok: 200 },
  forgotPassword: { who: 'public', given: { body: { email: 'nobody@test.example' } }, ok: 204 },
  getResetToken: { who: 'public', given: { params: { token: 'x' } }, ok: 404 },
  resetPassword: { who: 'public', given: { body: { token: 'x', password: 'y' } }, ok: 404 },
  getOwnTwoFactor: { who: 'signed-in', given: {}, ok: 200 },
  listOwnSessions: { who: 'signed-in', given: {}, ok: 200 },
  endOwnSession: {
    who: 'signed-in',
    given: { params: { sessionId: '5b0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b11' } },
    ok: 404,
  },
  // Nobody has proved themselves again in the refusals' world.
  beginTwoFactor: { who: 'signed-in', given: {}, ok: 403 },
  beginEmailFactor: { who: 'signed-in', given: {}, ok: 403 },
  confirmEmailFactor: {
    who: 'signed-in',
    given: { params: { twoFactorRequestId: 'x' }, body: { code: '123456' } },
    ok: 404,
  },
  endTwoFactor: { who: 'signed-in', given: {}, ok: 403 },
  renewRecoveryCodes: { who: 'signed-in', given: {}, ok: 403 },
  beginPasskey: { who: 'signed-in', given: {}, ok: 403 },
  addPasskey: { who: 'signed-in', given: { body: { passkey: newPasskey } }, ok: 400 },
  removePasskey: {
    who: 'signed-in',
    given: { params: { passkeyId: '5b0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b11' } },
    ok: 403,
  },
  changePassword: { who: 'signed-in', given: { body: { password: 'seven kites over the harbour' } }, ok: 403 },
  signOutEverywhere: { who: 'signed-in', given: {}, ok: 204 },
  // Signing up has credentials of its own, which nobody holds here.
  signUp: {
    who: 'public',
    given: { body: toSignUpBody({ companyName: 'New', email: 'new@test.example', fullName: '', phoneNumber: '' }) },
    ok: 401,
  },
  listMerchants: { who: 'admins', given: {}, ok: 200 },
  listMerchantHealth: { who: 'admins', given: {}, ok: 200 },
  getMerchantHealth: { who: 'admins', given: { params: harbour }, ok: 200, isOwned: true },
  getMerchant: { who: 'signed-in', given: { params: harbour }, ok: 200, isOwned: true },
  listAccounts: { who: 'users', given: { params: harbour }, ok: 200, isOwned: true },
  listRoles: { who: 'users', given: { params: harbour }, ok: 200, isOwned: true },
  createAccount: {
    who: 'users',
    effect: 'write',
    given: {
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
    given: { params: { ...harbour, ...user }, body: { name: 'Esme' } },
    ok: 200,
    isOwned: true,
  },
  disableAccount: {
    who: 'users',
    effect: 'write',
    given: { params: { userId: accountIdOf('disabled') } },
    ok: 200,
    isOwned: true,
  },
  enableAccount: { who: 'users', effect: 'write', given: { params: user }, ok: 200, isOwned: true },
  // He has none, and his proof is not looked at then.
  resetTwoFactor: {
    who: 'account-admins',
    effect: 'write',
    given: { params: { userId: accountIdOf('disabled') } },
    ok: 409,
    isOwned: true,
  },
  updateSelf: { who: 'signed-in', effect: 'write', given: { body: { name: 'Sam' } }, ok: 204 },
  resendInvitation: {
    who: 'users',
    effect: 'write',
    given: { params: { ...harbour, ...user } },
    ok: 409,
    isOwned: true,
  },
  listPayIns: { who: 'payments', given: {}, ok: 200 },
  getPaymentStatus: { who: 'payments', given: { query: 'merchantPaymentId=BASKET-1' }, ok: 200, isOwned: true },
  getPayIn: { who: 'payments', given: { params: payment }, ok: 200, isOwned: true },
  getReceipt: { who: 'payments', given: { params: payment }, ok: 200, isOwned: true },
  getPayInDetails: { who: 'payments', given: { params: payment }, ok: 200, isOwned: true },
  ...noteRows,
  ...viewRows,
  startRefund: {
    who: 'settings',
    effect: 'write',
    given: {
      params: payment,
      body: { refundPaymentAmount: 1 },
      headers: { 'idempotency-key': '01900000-0000-4000-8000-000000000041' },
    },
    ok: 'let through',
    isOwned: true,
  },
  getPaymentsSummary: { who: 'payments', given: {}, ok: 200 },
  getPaymentFailures: { who: 'payments', given: {}, ok: 200 },
  exportPayIns: { who: 'payments', given: {}, ok: 200 },
  getRevenue: { who: 'payments', given: {}, ok: 200 },
  ...linkRows,
  listPayInAccounts: { who: 'signed-in', given: { params: shop }, ok: 200, isOwned: true },
  quoteExchange: {
    who: 'settings',
    effect: 'write',
    given: { params: shop, body: { fromPayInAccountId: 1, toPayInAccountId: 2, sellAmount: 1 } },
    ok: 404,
    isOwned: true,
  },
  bookExchange: {
    who: 'settings',
    effect: 'write',
    given: {
      params: shop,
      body: { quoteId: ids.nobody },
      headers: { 'idempotency-key': '01900000-0000-7000-8000-0000000000e3' },
    },
    ok: 404,
    isOwned: true,
  },
  listExchanges: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  exportStatement: { who: 'payments', given: { params: account }, ok: 200, isOwned: true },
  getStatementDocument: { who: 'payments', given: { params: account }, ok: 200, isOwned: true },
  getStatement: { who: 'payments', given: { params: account }, ok: 200, isOwned: true },
  getStatementMail: { who: 'payments', given: { params: account }, ok: 200, isOwned: true },
  // Administrators, who may, get 409: it is for people of the merchant.
  setStatementMail: {
    who: 'payments',
    effect: 'write',
    given: { params: account, body: { isWanted: true } },
    ok: 'let through',
    isOwned: true,
  },
  setLowBalance: {
    who: 'settings',
    effect: 'write',
    given: { params: account, body: { threshold: 100 } },
    ok: 200,
    isOwned: true,
  },
  listPayouts: { who: 'payments', given: { params: shop }, ok: 200, isOwned: true },
  exportPayouts: { who: 'payments', given: { params: shop }, ok: 200, isOwned: true },
  getPayout: { who: 'payments', given: { params: { ...shop, payoutPaymentId: ids.nobody } }, ok: 404, isOwned: true },
  makePayout: {
    who: 'settings',
    effect: 'write',
    given: {
      params: shop,
      body: { payInAccountId, amount: 1 },
      headers: { 'idempotency-key': '01900000-0000-4000-8000-000000000042' },
    },
    ok: 422,
    isOwned: true,
  },
  listPayoutSchedules: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  setPayoutSchedule: {
    who: 'settings',
    effect: 'write',
    given: {
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
    given: { params: { customerId: `C${payInAccountId}` } },
    ok: 200,
    isOwned: true,
  },
  listBeneficiaries: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  addBeneficiary: {
    who: 'settings',
    effect: 'write',
    given: {
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
    given: { params: { ...shop, beneficiaryId: 'B0' } },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
  setDefaultBeneficiary: {
    who: 'settings',
    effect: 'write',
    given: { params: { ...shop, beneficiaryId: 'B0' }, body: { payInAccountId } },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
  setInstitutions: {
    who: 'settings',
    effect: 'write',
    given: { params: shop, body: { institutions: [] } },
    ok: 200,
    isOwned: true,
  },
  getBrand: { who: 'settings', given: { params: harbour }, ok: 200, isOwned: true },
  setBrand: {
    who: 'settings',
    effect: 'write',
    given: { params: harbour, body: { name: 'Harbour', colour: '#1d4ed8', mark: null } },
    ok: 200,
    isOwned: true,
  },
  getTwoFactorPolicy: { who: 'settings', given: { params: harbour }, ok: 200, isOwned: true },
  // Nobody of the refusals' world has a second factor.
  setTwoFactorPolicy: {
    who: 'settings',
    effect: 'write',
    given: { params: harbour, body: { isRequired: true } },
    ok: 409,
    needsProof: true,
    isOwned: true,
  },
  setExternalPaymentEmail: {
    who: 'settings',
    effect: 'write',
    given: { params: shop, body: { shouldSend: true } },
    ok: 204,
    isOwned: true,
  },
  setExternalPaymentWebhook: {
    who: 'settings',
    effect: 'write',
    given: { params: shop, body: { shouldSend: true } },
    ok: 204,
    isOwned: true,
  },
  ...noticeRows,
  getSecretSummary: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  resetSecret: {
    who: 'settings',
    effect: 'write',
    given: { params: { ...shop, key: 'PRIMARY' } },
    ok: 200,
    needsProof: true,
    isOwned: true,
  },
  getKeySettings: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  // The key was made by the row before; another limit each time would need a proof.
  setKeySettings: {
    who: 'settings',
    effect: 'write',
    given: { params: { ...shop, key: 'PRIMARY' }, body: { allowedAddresses: [], moneyLimit: 5000 } },
    ok: 200,
    needsProof: true,
    isOwned: true,
  },
  listActivity: { who: 'settings', given: { params: harbour }, ok: 200, isOwned: true },
  exportActivity: { who: 'settings', given: { params: harbour }, ok: 200, isOwned: true },
  listPlatformActivity: { who: 'admins', given: {}, ok: 200 },
  exportPlatformActivity: { who: 'admins', given: {}, ok: 200 },
  listInstitutions: { who: 'signed-in', given: {}, ok: 200 },
  setWebhooksCallbacks: {
    who: 'settings',
    effect: 'write',
    given: { params: shop, body: { cancelUrl: 'https://shop.example/basket' } },
    ok: 200,
    needsProof: true,
    isOwned: true,
  },
  listWebhookDeliveries: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  exportWebhookDeliveries: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  ...bulkOracle,
  listWebhookSamples: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  // There is no delivery in the refusals' world, and no address to test.
  getWebhookDelivery: { who: 'settings', given: { params: noDelivery }, ok: 404, isOwned: true },
  resendWebhookDelivery: { who: 'settings', effect: 'write', given: { params: noDelivery }, ok: 404, isOwned: true },
  sendTestWebhook: {
    who: 'settings',
    effect: 'write',
    given: { params: shop, body: { kind: 'REFUND' } },
    ok: 409,
    isOwned: true,
  },
  listExceptions: { who: 'admins', given: {}, ok: 200 },
  // There is no exception in the refusals' world.
  acceptException: { who: 'admins', effect: 'write', given: { params: noException, body: { note: 'Paid' } }, ok: 404 },
  disputeException: {
    who: 'admins',
    effect: 'write',
    given: { params: noException, body: { note: 'Asked' } },
    ok: 404,
  },
  closeException: { who: 'admins', effect: 'write', given: { params: noException, body: { note: 'Known' } }, ok: 404 },
  getException: { who: 'admins', given: { params: noException }, ok: 404 },
  listCapabilities: { who: 'public', given: {}, ok: 200 },
};
