import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { toSignUpBody } from '@volume/contract/merchants/sign-up.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { oracle } from '#testing/access-oracle.ts';
import { payInAccountId } from '#testing/oracle/oracle-row.ts';
import type { CallInput } from '#testing/call-api.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { accountIdOf, emailOf, ids, password } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { bankCalls } from './bank-calls.ts';
import { failedJobCalls } from './failed-job-calls.ts';
import { as, harbour, shop } from './stepped-up-users.ts';
import { merchantSettingsCalls } from './merchant-settings-calls.ts';
import { moneyCalls } from './money-calls.ts';
import { accountCalls } from './account-calls.ts';
import { administratorCalls } from './administrator-calls.ts';
import {
  approvalCalls,
  exceptionCall,
  stoppingCall,
  noteCalls,
  deleteScheduleCall,
  changeViewCall,
  deleteViewCall,
  namedKeyCall,
  deviceCodeCall,
} from './calls-after-others.ts';
import { confirmCall, endpointCall, newEndpointCall, openEndpointCall, replayCall } from './endpoint-calls.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;

/**
 * Every call except GETs, in the order in which the test makes them: the action it leaves in the audit log and the
 * input, or why it records nothing. `prepare` creates what the call needs and returns its input. Omitted input is taken
 * from the oracle, and the default caller is an administrator of the merchant.
 */
type Write =
  | { action: string | string[]; input?: CallInput; prepare?: (app: TestApp, books: Books) => Promise<CallInput> }
  | { none: string };
const byAdmin =
  (name: string) =>
  async (app: TestApp): Promise<CallInput> => ({ ...oracle[name]!.input, ...(await as(app, 'admin')) });

const writes: Record<string, Write> = {
  signIn: { action: 'SIGNED_IN', input: { body: { email: emailOf('viewer'), password } } },
  verifyOtp: { action: 'SIGNED_IN', prepare: accountCalls.verifyOtp },
  lookUpResetToken: { none: 'a look-up, its secret in the body' },
  lookUpTwoFactorSetUp: { none: 'a look-up, its secret in the body' },
  proveOtp: { action: 'SIGNED_IN', prepare: accountCalls.proveOtp },
  proveTwoFactor: { action: ['SIGNED_IN', 'TWO_FACTOR_ENABLED'], prepare: accountCalls.proveTwoFactor },
  resendOneTimeCode: { none: 'the code of a sign-in that is under way' },
  mailStepUpCode: { none: 'what it is for is recorded' },
  resetTwoFactor: { action: 'TWO_FACTOR_RESET', input: { params: { userId: accountIdOf('byemail') } } },
  resendOtp: { none: 'the code of a sign-in that is under way' },
  confirmTwoFactor: { action: ['SIGNED_IN', 'TWO_FACTOR_ENABLED'], prepare: accountCalls.confirmTwoFactor },
  renewSession: { none: 'the same session goes on' },
  lookUpOtp: { none: 'a look-up, its secret in the body' },
  proveOtpByPasskey: { action: 'SIGNED_IN', prepare: accountCalls.proveOtpByPasskey },
  beginPasskeyStepUp: { none: 'what it is for is recorded' },
  stepUpByPasskey: { none: 'what it is for is recorded; a wrong proof is' },
  beginPasskey: { none: 'nothing counts before it is added' },
  addPasskey: { action: 'PASSKEY_ADDED', prepare: accountCalls.addPasskey },
  removePasskey: { action: 'PASSKEY_REMOVED', prepare: accountCalls.removePasskey },
  stepUp: { none: 'what it is for is recorded; a wrong proof is' },
  forgotPassword: { none: 'anybody may ask; the new password is recorded' },
  resetPassword: { action: 'PASSWORD_RESET', prepare: accountCalls.resetPassword },
  acceptInvitation: { action: ['PASSWORD_RESET', 'SIGNED_IN'], prepare: accountCalls.acceptInvitation },
  beginTwoFactor: { none: 'nothing counts before it is confirmed' },
  beginEmailFactor: { none: 'nothing counts before it is confirmed' },
  confirmEmailFactor: { action: 'TWO_FACTOR_ENABLED', prepare: accountCalls.confirmEmailFactor },
  renewRecoveryCodes: { action: 'RECOVERY_CODES_MADE', prepare: accountCalls.renewRecoveryCodes },
  setTwoFactorPolicy: { action: 'TWO_FACTOR_POLICY_SET', prepare: accountCalls.setTwoFactorPolicy },
  endTwoFactor: { action: 'TWO_FACTOR_DISABLED', prepare: accountCalls.endTwoFactor },
  signUp: {
    action: 'SIGNED_UP',
    input: {
      body: toSignUpBody({ companyName: 'New', email: 'owner@new.example', fullName: 'Ada New', phoneNumber: '' }),
      headers: { authorization: `Basic ${btoa('sign-up@sandbox.example:sandbox-sign-up')}` },
    },
  },
  createAccount: {
    action: 'USER_ADDED',
    input: {
      params: harbour,
      body: { ...harbour, email: 'new@test.example', roles: ['MERCHANT_VIEWER'], name: 'New' },
    },
  },
  resendInvitation: { action: 'USER_INVITED_AGAIN', prepare: accountCalls.resendInvitation },
  updateAccount: { action: 'USER_CHANGED' },
  updateSelf: { action: 'USER_CHANGED' },
  disableAccount: { action: 'USER_DISABLED', input: { params: { userId: accountIdOf('viewer') } } },
  enableAccount: { action: 'USER_ENABLED', input: { params: { userId: accountIdOf('disabled') } } },
  inviteAdministrator: { action: 'USER_ADDED', prepare: administratorCalls.invite },
  resendAdministratorInvitation: { action: 'USER_INVITED_AGAIN', prepare: administratorCalls.invited },
  withdrawAdministratorInvitation: {
    action: 'ADMINISTRATOR_INVITATION_WITHDRAWN',
    prepare: administratorCalls.invited,
  },
  disableAdministrator: { action: 'USER_DISABLED', prepare: administratorCalls.readOnly },
  enableAdministrator: { action: 'USER_ENABLED', prepare: administratorCalls.disabled },
  resetAdministratorTwoFactor: { action: 'ADMINISTRATOR_CHANGE_PROPOSED', prepare: administratorCalls.withFactor },
  confirmAdministratorProposal: { action: 'USER_DISABLED', prepare: administratorCalls.proposal },
  withdrawAdministratorProposal: { action: 'ADMINISTRATOR_CHANGE_WITHDRAWN', prepare: administratorCalls.proposal },
  findPersonalData: { none: 'a look-up; what is exported or erased is recorded' },
  exportPersonalData: { action: 'PERSON_EXPORTED', prepare: byAdmin('exportPersonalData') },
  erasePersonalData: { action: 'PERSON_ERASED', prepare: byAdmin('erasePersonalData') },
  createMerchant: { action: ['MERCHANT_CREATED', 'USER_ADDED'], prepare: byAdmin('createMerchant') },
  saveMerchantDraft: { action: 'MERCHANT_DRAFT_BEGUN', prepare: byAdmin('saveMerchantDraft') },
  deleteMerchantDraft: { action: 'MERCHANT_DRAFT_DELETED', prepare: byAdmin('deleteMerchantDraft') },
  changeMerchantCompany: { action: 'MERCHANT_COMPANY_CHANGED', prepare: merchantSettingsCalls.company },
  changeMerchantLimits: { action: 'MERCHANT_LIMITS_CHANGED', prepare: merchantSettingsCalls.limits },
  withdrawMerchantLimits: { action: 'MERCHANT_LIMITS_WITHDRAWN', prepare: merchantSettingsCalls.withdrawLimits },
  addMerchantApplication: {
    action: ['APPLICATION_ADDED', 'PAY_IN_ACCOUNT_ADDED'],
    prepare: merchantSettingsCalls.application,
  },
  addMerchantAccount: { action: 'PAY_IN_ACCOUNT_ADDED', prepare: merchantSettingsCalls.account },
  askForApplication: { action: 'APPLICATION_ASKED_FOR' },
  withdrawApplicationRequest: {
    action: 'APPLICATION_REQUEST_WITHDRAWN',
    prepare: merchantSettingsCalls.withdrawRequest,
  },
  declineApplicationRequest: {
    action: 'APPLICATION_REQUEST_DECLINED',
    prepare: merchantSettingsCalls.declineRequest,
  },
  addMerchantNote: { action: 'MERCHANT_NOTE_ADDED', prepare: merchantSettingsCalls.addNote },
  correctMerchantNote: { action: 'MERCHANT_NOTE_CORRECTED', prepare: merchantSettingsCalls.correctNote },
  removeMerchantNote: { action: 'MERCHANT_NOTE_REMOVED', prepare: merchantSettingsCalls.removeNote },
  addPaymentNote: { action: 'NOTE_ADDED', prepare: noteCalls.addPaymentNote },
  deletePaymentNote: { action: 'NOTE_DELETED', prepare: noteCalls.deletePaymentNote },
  reviewPayment: { action: 'PAYMENT_REVIEWED', prepare: noteCalls.reviewPayment },
  undoPaymentReview: { action: 'PAYMENT_REVIEW_UNDONE', prepare: noteCalls.undoPaymentReview },
  shareView: { action: 'VIEW_SHARED' },
  changeSharedView: { action: 'VIEW_CHANGED', prepare: changeViewCall },
  deleteSharedView: { action: 'VIEW_DELETED', prepare: deleteViewCall },
  startRefund: { action: 'REFUND_STARTED', prepare: moneyCalls.startRefund },
  makePayout: { action: 'PAYOUT_MADE', prepare: moneyCalls.makePayout },
  setPayoutSchedule: { action: 'PAYOUT_SCHEDULE_SET' },
  setApprovalPolicy: { action: 'APPROVAL_POLICY_SET', input: { params: harbour, body: { GBP: 50, EUR: 50 } } },
  approveOrder: { action: 'ORDER_APPROVED', prepare: approvalCalls.approve },
  refuseOrder: { action: 'ORDER_REFUSED', prepare: approvalCalls.refuse },
  cancelOrder: { action: 'ORDER_CANCELLED', prepare: approvalCalls.cancel },
  withdrawApprovalPolicy: { action: 'APPROVAL_POLICY_WITHDRAWN', prepare: approvalCalls.withdraw },
  confirmApprovalPolicy: { action: 'APPROVAL_POLICY_CONFIRMED', prepare: approvalCalls.confirm },
  addBeneficiary: { action: 'BENEFICIARY_ADDED' },
  setDefaultBeneficiary: { action: 'BENEFICIARY_MADE_DEFAULT', prepare: moneyCalls.setDefaultBeneficiary },
  disableBeneficiary: { action: 'BENEFICIARY_DISABLED', prepare: moneyCalls.disableBeneficiary },
  createPaymentLink: { action: 'LINK_CREATED', prepare: moneyCalls.createPaymentLink },
  cancelPaymentIntent: { action: 'LINK_CANCELLED', prepare: moneyCalls.cancelPaymentIntent },
  mailPaymentLink: { action: 'LINK_EMAILED', prepare: moneyCalls.mailPaymentLink },
  quoteExchange: { none: 'a price; what is booked is recorded' },
  bookExchange: { action: 'EXCHANGE_BOOKED', prepare: moneyCalls.bookExchange },
  setInstitutions: { action: 'INSTITUTIONS_CHANGED' },
  addBank: { action: 'BANK_ADDED', prepare: bankCalls.addBank },
  changeBank: { action: 'BANK_CHANGED', prepare: bankCalls.changeBank },
  switchBankOff: { action: 'BANK_SWITCHED_OFF', prepare: bankCalls.switchBankOff },
  switchBankOn: { action: 'BANK_SWITCHED_ON', prepare: bankCalls.switchBankOn },
  retryFailedJob: { action: 'FAILED_JOB_RETRIED', prepare: failedJobCalls.retryFailedJob },
  discardFailedJob: { action: 'FAILED_JOB_DISCARDED', prepare: failedJobCalls.discardFailedJob },
  retryFailedJobs: { action: 'FAILED_JOBS_RETRIED', prepare: failedJobCalls.retryFailedJobs },
  // The bank is on again.
  makeSamplePayments: { action: 'SAMPLE_PAYMENTS_STARTED' },
  playScenario: { action: 'SCENARIO_PLAYED' },
  setBrand: { action: 'BRAND_CHANGED' },
  setExternalPaymentEmail: { action: 'NOTIFICATIONS_CHANGED' },
  setExternalPaymentWebhook: { action: 'NOTIFICATIONS_CHANGED' },
  setLowBalance: { action: 'LOW_BALANCE_SET' },
  setStatementMail: { action: 'STATEMENT_MAIL_SET' },
  addFileSchedule: { action: 'FILE_SCHEDULED' },
  deleteFileSchedule: { action: 'FILE_SCHEDULE_DELETED', prepare: deleteScheduleCall },
  readNotices: { none: 'how far one has read oneself' },
  setNoticeMail: { action: 'NOTICE_MAIL_SET' },
  resetSecret: { action: 'SECRET_RESET' },
  setKeySettings: { action: 'KEY_CHANGED' },
  createKey: { action: 'KEY_CREATED', input: { params: shop, body: { name: 'Reports', scopes: ['READ'] } } },
  renameKey: { action: 'KEY_CHANGED', prepare: namedKeyCall({ name: 'Order service' }) },
  rotateKey: { action: 'KEY_ROTATED', prepare: namedKeyCall({ expiresAtUtc: null }) },
  revokeKey: { action: 'KEY_REVOKED', prepare: namedKeyCall() },
  startDeviceSignIn: { none: 'anybody may ask; the decision is recorded' },
  fetchDeviceKey: { none: 'the key was recorded when it was allowed' },
  lookUpDeviceCode: { none: 'a look-up, its secret in the body' },
  allowDeviceCode: { action: 'KEY_CREATED', prepare: deviceCodeCall },
  denyDeviceCode: { action: 'DEVICE_CODE_DENIED', prepare: deviceCodeCall },
  setWebhooksCallbacks: {
    action: 'WEBHOOKS_CHANGED',
    input: { params: shop, body: { refundWebhookUrl: 'https://shop.example/refunds' } },
  },
  createWebhookEndpoint: { action: 'ENDPOINT_CREATED', prepare: newEndpointCall },
  changeWebhookEndpoint: {
    action: 'ENDPOINT_CHANGED',
    prepare: endpointCall({ name: 'Reports', url: 'https://shop.example/other', types: ['payment.held'] }),
  },
  pauseWebhookEndpoint: { action: 'ENDPOINT_PAUSED', prepare: endpointCall({ isPaused: true }) },
  rotateWebhookEndpointKey: { action: 'ENDPOINT_KEY_ROTATED', prepare: endpointCall() },
  // No server answers the challenge.
  challengeWebhookEndpoint: { action: 'ENDPOINT_CHALLENGED', prepare: endpointCall() },
  confirmWebhookEndpoint: { action: 'ENDPOINT_CONFIRMED', prepare: confirmCall },
  deleteWebhookEndpoint: { action: 'ENDPOINT_DELETED', prepare: endpointCall() },
  testWebhookEndpoint: { action: 'WEBHOOK_TESTED', prepare: openEndpointCall({ kind: 'REFUND' }) },
  startWebhookReplay: { action: 'REPLAY_STARTED', prepare: replayCall },
  sendTestWebhook: { action: 'WEBHOOK_TESTED' },
  resendWebhookDelivery: { action: 'WEBHOOK_RESENT', prepare: moneyCalls.resendWebhookDelivery },
  exportPickedPayIns: { action: ['EXPORTED', 'EXPORT_ENDED'] },
  exportPickedPayouts: { action: ['EXPORTED', 'EXPORT_ENDED'] },
  exportPickedWebhookDeliveries: { action: ['EXPORTED', 'EXPORT_ENDED'] },
  prepareBulkJob: { none: 'a dry run; what is started is recorded' },
  startBulkJob: { action: 'BULK_JOB_STARTED', prepare: moneyCalls.startBulkJob },
  stopBulkJob: { action: 'BULK_JOB_STOPPED', prepare: moneyCalls.stopBulkJob },
  acceptException: { action: 'EXCEPTION_ACCEPTED', prepare: exceptionCall },
  disputeException: { action: 'EXCEPTION_DISPUTED', prepare: exceptionCall },
  closeException: { action: 'EXCEPTION_CLOSED', prepare: exceptionCall },
  changeMerchantFee: { action: ['FEE_CHANGED', 'FEE_CHANGED'], prepare: byAdmin('changeMerchantFee') },
  withdrawFeeChange: {
    action: ['FEE_CHANGE_WITHDRAWN', 'FEE_CHANGE_WITHDRAWN'],
    prepare: byAdmin('withdrawFeeChange'),
  },
  disableMerchant: { action: ['MERCHANT_DISABLED', 'MERCHANT_DISABLED'], prepare: stoppingCall },
  enableMerchant: { action: ['MERCHANT_ENABLED', 'MERCHANT_ENABLED'], prepare: stoppingCall },
  changePassword: { action: 'PASSWORD_CHANGED', prepare: accountCalls.changePassword },
  signOut: { action: 'SIGNED_OUT', prepare: accountCalls.signOut },
  signOutEverywhere: { action: 'SIGNED_OUT_EVERYWHERE', prepare: accountCalls.signOutEverywhere },
  endOwnSession: { action: 'SESSION_ENDED', prepare: accountCalls.endOwnSession },
};

let database: Database;
let app: TestApp;
let books: Books;
beforeAll(async () => {
  database = await openPeople();
  // A provider that accepts everything and sends no updates.
  const habitsOf = () => ({ answer: 'TAKES', course: [], tells: 'NEVER' }) as const;
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 }, habitsOf });
  books = await seedAccount(app.services, { ...shop, payInAccountId, currency: 'GBP', provider: 'OPTIMUS' });
  await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
});
afterAll(() => database.close());

test('every writing call has a row: the action it records, or why it records none', () => {
  const names = Object.values(endpoints).filter(({ method }) => method !== 'GET');
  const rows = Object.keys(writes).toSorted();
  expect(rows, '`writes` above has a row for each call that writes').toEqual(names.map(({ name }) => name).toSorted());
});

test('every write records its action in the audit log, with the call’s trace', { timeout: 120_000 }, async () => {
  for (const [name, write] of Object.entries(writes)) {
    if ('none' in write) continue;
    const input = (await write.prepare?.(app, books)) ?? write.input ?? oracle[name]!.input;
    const isPublic = endpoints[name]!.access.kind === 'public';
    const by: CallInput = isPublic || input.token !== undefined ? {} : await as(app, 'merchantadmin');
    const answer = await app.call(endpoints[name]!, { ...by, ...input, headers: { ...by.headers, ...input.headers } });
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300);
    const rows = await database.query<{ action: string }>('SELECT action FROM activity WHERE trace_id = $1', [
      answer.headers.get('x-trace-id'),
    ]);
    expect([name, rows.map(({ action }) => action).toSorted()]).toEqual([name, [write.action].flat()]);
  }
});
