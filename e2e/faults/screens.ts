import { paymentId, paymentIntentId } from '#e2e/fake-provider/world-of-payments.ts';
import { merchantId } from '#e2e/fake-provider/world.ts';
import { signedOutScreens } from '#proofs/screen-paths.ts';

/** The viewers: nobody signed in, a user of a merchant, an administrator, and an administrator who has opened a merchant. */
export type Viewer = 'nobody' | 'merchant' | 'admin' | 'inside';

export interface Screen {
  address: string;
  viewer: Viewer;
  /** Calls that it makes when it is opened, as `METHOD path` with every id written `{}`. */
  calls: string[];
  /** True when the deployment has our own calls (contract §2); otherwise it only knows the specification. */
  isOurs?: true;
}

/** The test title of a screen. */
export const nameOfScreen = ({ viewer, address, isOurs }: Screen): string =>
  `${address}, ${viewer}${isOurs ? ', own calls known' : ''}`;

export const merchantCall = 'GET merchants/{}';
export const merchantsCall = 'GET merchants';
export const paymentCall = 'GET payments/{}';
export const detailsCall = 'GET payments/{}/details';
export const beneficiariesCall = 'GET providers/optimus/customers/{}/beneficiaries';
export const resetTokenCall = 'GET accounts/reset-tokens/{}';
export const twoFactorCall = 'GET accounts/two-factor/{}';
export const otpCall = 'POST accounts/one-time-codes/request';
export const capabilitiesCall = 'GET capabilities';
export const healthCall = 'GET merchants/health';
const deliveriesCall = 'GET merchants/{}/applications/{}/webhook-deliveries';
const statementCall = 'GET merchants/{}/applications/{}/payin-accounts/{}/statement';
const fileSchedulesCall = 'GET merchants/{}/applications/{}/file-schedules';
const scheduledFilesCall = 'GET merchants/{}/applications/{}/scheduled-files';
const exchangesCall = 'GET merchants/{}/applications/{}/exchange';
const brandCall = 'GET merchants/{}/brand';
const ownBeneficiariesCall = 'GET merchants/{}/applications/{}/beneficiaries';
const apiKeySettingsCall = 'GET merchants/{}/applications/{}/secret/settings';
const policyCall = 'GET merchants/{}/two-factor-policy';
const approvalsCall = 'GET merchants/{}/approvals';
export const approvalPolicyCall = 'GET merchants/{}/approval-policy';
const savedViewsCall = 'GET merchants/{}/shared-views/{}';
const ownFactorCall = 'GET accounts/self/two-factor';
const ownSessionsCall = 'GET accounts/self/sessions';
const activityCall = 'GET merchants/{}/activity';
export const payoutCall = 'GET merchants/{}/application/{}/outbound-payments/{}';
const notificationMailsCall = 'GET merchants/{}/notice-mails';
const notesCall = 'GET payments/{}/notes';
const exceptionsCall = 'GET exceptions';
const banksCall = 'GET banks';
const feesCall = 'GET platform/fees';
const feeStatementCall = 'GET merchants/{}/fees';
const merchantHealthCall = 'GET merchants/{}/health';
const merchantFeeCall = 'GET platform/merchants/{}/fee';
const bulkJobsCall = 'GET merchants/{}/applications/{}/bulk-jobs';
const bulkJobCall = 'GET merchants/{}/applications/{}/bulk-jobs/{}';
const bulkItemsCall = 'GET merchants/{}/applications/{}/bulk-jobs/{}/items';
const platformActivityCall = 'GET activity';
const administratorsCall = 'GET administrators';
const draftsCall = 'GET platform/merchant-drafts';
const draftCall = 'GET platform/merchant-drafts/{}';
const merchantSettingsCall = 'GET platform/merchants/{}/settings';
const merchantNotesCall = 'GET platform/merchants/{}/notes';
const applicationRequestsCall = 'GET merchants/{}/application-requests';
/**
 * Calls that a page makes after it is shown, if the deployment has them: waiting approvals, unread notifications, and a
 * payment's notes.
 */
export const callsAfterLoad: readonly string[] = [approvalsCall, 'GET merchants/{}/notices/unread', notesCall];

/** Calls that are made only when the capabilities list them. */
export const ownCalls: readonly string[] = [
  healthCall,
  deliveriesCall,
  exchangesCall,
  ownFactorCall,
  ownSessionsCall,
  brandCall,
  policyCall,
  approvalsCall,
  approvalPolicyCall,
  savedViewsCall,
  apiKeySettingsCall,
  activityCall,
  payoutCall,
  notesCall,
  notificationMailsCall,
  statementCall,
  fileSchedulesCall,
  scheduledFilesCall,
  ownBeneficiariesCall,
  otpCall,
  bulkJobsCall,
  bulkJobCall,
  bulkItemsCall,
  banksCall,
  feesCall,
  feeStatementCall,
  merchantFeeCall,
  merchantHealthCall,
  draftsCall,
  draftCall,
  applicationRequestsCall,
];
const payIns = 'GET payments';
const accounts = 'GET merchants/{}/applications/{}/payin-accounts-with-aggregated-balances';
const payouts = 'GET merchants/{}/application/{}/outbound-payments';
const people = 'GET merchants/{}/accounts';
const links = 'GET paymentintents';
const apiKeysCall = 'GET merchants/{}/applications/{}/secret';
const overview = [payIns, 'GET payments/summary', 'GET revenue', accounts, payouts, links, apiKeysCall, people];

const merchantScreens: Omit<Screen, 'viewer'>[] = [
  { address: '/', calls: overview },
  { address: '/payments/payin', calls: [payIns] },
  { address: '/payments/payin?searchFilter=order&rows=25', calls: [payIns] },
  { address: `/payments/${paymentId}`, calls: [paymentCall, detailsCall] },
  { address: `/payments/${paymentId}?view=receipt`, calls: [paymentCall, detailsCall] },
  { address: '/payments/payout', calls: [payouts] },
  { address: '/balances/overview', calls: [accounts] },
  { address: '/balances/reconcile', calls: [accounts] },
  { address: '/exchange', calls: [accounts] },
  { address: '/pay-by-link', calls: [links] },
  { address: `/pay-by-link/${paymentIntentId}`, calls: ['GET paymentintents/{}'] },
  { address: '/settings/account-settings', calls: ['GET accounts/self'] },
  { address: '/settings/accounts', calls: [beneficiariesCall] },
  { address: '/settings/institutions', calls: ['GET institutions'] },
  { address: '/settings/notifications', calls: [] },
  { address: '/settings/security', calls: [apiKeysCall] },
  { address: '/settings/users', calls: [people] },
  { address: '/settings/webhooks-callbacks', calls: [] },
];

/** Screens that only exist when the deployment has our own calls. */
const ourScreens: Omit<Screen, 'viewer'>[] = [
  { address: '/', calls: [...overview, deliveriesCall, ownFactorCall] },
  { address: '/exchange', calls: [accounts, exchangesCall] },
  { address: '/balances/statement/11', calls: [accounts, statementCall] },
  { address: '/balances/fees?month=2026-02', calls: [feeStatementCall] },
  {
    address: '/balances/scheduled-files?file=018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b82',
    calls: [accounts, fileSchedulesCall, scheduledFilesCall],
  },
  { address: '/settings/account-settings', calls: ['GET accounts/self', ownFactorCall, ownSessionsCall] },
  {
    address: '/settings/security',
    calls: [apiKeysCall, apiKeySettingsCall, ownFactorCall, policyCall, approvalPolicyCall, activityCall],
  },
  {
    address: '/settings/webhooks-callbacks?view=deliveries',
    calls: [deliveriesCall],
  },
  {
    address: '/payments/payout?payout=018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b77',
    calls: [payouts, payoutCall, approvalPolicyCall, savedViewsCall],
  },
  { address: `/payments/${paymentId}`, calls: [paymentCall, detailsCall, approvalPolicyCall] },
  { address: '/payments/approvals', calls: [approvalsCall, savedViewsCall] },
  { address: '/settings/notifications', calls: [notificationMailsCall] },
  { address: '/settings/brand', calls: [brandCall] },
  { address: '/payments/bulk', calls: [bulkJobsCall] },
  { address: '/payments/bulk/018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b78', calls: [bulkJobCall, bulkItemsCall] },
  { address: '/settings/accounts', calls: [ownBeneficiariesCall, applicationRequestsCall] },
];

const withMerchant = (screen: Omit<Screen, 'viewer'>, viewer: Viewer): Screen => ({
  ...screen,
  viewer,
  calls: [merchantCall, ...screen.calls],
});

/** Every route of section 2 with its own content, and its calls. */
export const screens: Screen[] = [
  ...merchantScreens.map((screen) => withMerchant(screen, 'merchant')),
  ...ourScreens.map((screen) => ({
    ...withMerchant({ ...screen, calls: [capabilitiesCall, ...screen.calls] }, 'merchant'),
    isOurs: true as const,
  })),
  { address: '/admin', viewer: 'admin', calls: [merchantsCall] },
  {
    address: '/admin?rows=25',
    viewer: 'admin',
    calls: [capabilitiesCall, merchantsCall, healthCall],
    isOurs: true,
  },
  { address: '/admin/payments', viewer: 'admin', calls: [merchantsCall, payIns] },
  {
    address: `/admin/payments/${paymentId}`,
    viewer: 'admin',
    calls: [merchantsCall, paymentCall, detailsCall],
  },
  {
    address: `/admin/payments/${paymentId}?view=receipt`,
    viewer: 'admin',
    calls: [merchantsCall, paymentCall, detailsCall],
  },
  { address: `/admin/merchants/${merchantId}`, viewer: 'admin', calls: [merchantCall, people] },
  {
    address: '/admin/exceptions',
    viewer: 'admin',
    calls: [capabilitiesCall, merchantsCall, exceptionsCall],
    isOurs: true,
  },
  { address: '/admin/banks', viewer: 'admin', calls: [capabilitiesCall, banksCall], isOurs: true },
  { address: '/admin/fees?month=2026-02', viewer: 'admin', calls: [capabilitiesCall, feesCall], isOurs: true },
  {
    address: `/admin/fees/${merchantId}?month=2026-02`,
    viewer: 'admin',
    calls: [capabilitiesCall, feeStatementCall],
    isOurs: true,
  },
  {
    address: `/admin/merchants/${merchantId}?rows=10`,
    viewer: 'admin',
    calls: [capabilitiesCall, merchantCall, people, merchantFeeCall, merchantHealthCall],
    isOurs: true,
  },
  {
    address: '/admin/administrators',
    viewer: 'admin',
    calls: [capabilitiesCall, administratorsCall],
    isOurs: true,
  },
  {
    address: '/admin/activity',
    viewer: 'admin',
    calls: [capabilitiesCall, platformActivityCall],
    isOurs: true,
  },
  { address: '/admin/personal-data', viewer: 'admin', calls: [capabilitiesCall], isOurs: true },
  { address: '/admin/new-merchant', viewer: 'admin', calls: [capabilitiesCall, draftsCall], isOurs: true },
  {
    address: '/admin/new-merchant?draft=018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b90&step=terms',
    viewer: 'admin',
    calls: [capabilitiesCall, draftCall],
    isOurs: true,
  },
  {
    address: `/admin/merchant-settings/${merchantId}`,
    viewer: 'admin',
    calls: [capabilitiesCall, merchantCall, merchantSettingsCall, merchantNotesCall, applicationRequestsCall],
    isOurs: true,
  },
  withMerchant({ address: '/payments/payin', calls: [payIns] }, 'inside'),
  withMerchant({ address: '/settings/account-settings', calls: [] }, 'inside'),
  { address: '/auth/reset-password/link-of-a-mail', viewer: 'nobody', calls: [resetTokenCall] },
  {
    address: '/auth/verify-otp/request-of-a-sign-in',
    viewer: 'nobody',
    calls: [capabilitiesCall, otpCall],
    isOurs: true,
  },
  { address: '/auth/set-two-factor/request-of-a-sign-in', viewer: 'nobody', calls: [twoFactorCall] },
];

/** Screens without calls: network faults do not affect them. */
export const silentScreens = signedOutScreens.filter((address) => !/^\/error|verify-otp/.test(address));
