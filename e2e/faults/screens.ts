import { paymentId, paymentIntentId } from '#e2e/fake-provider/world-of-payments.ts';
import { merchantId } from '#e2e/fake-provider/world.ts';
import { signedOutScreens } from '#proofs/screen-paths.ts';
import {
  merchantCall,
  merchantsCall,
  paymentCall,
  detailsCall,
  beneficiariesCall,
  resetTokenCall,
  twoFactorCall,
  otpCall,
  capabilitiesCall,
  startCall,
  overviewCall,
  healthCall,
  deliveriesCall,
  webhookEndpointsCall,
  requestLogCall,
  notificationsCall,
  statementCall,
  fileSchedulesCall,
  scheduledFilesCall,
  exchangesCall,
  brandCall,
  ownBeneficiariesCall,
  ownKeyCalls,
  policyCall,
  approvalsCall,
  approvalPolicyCall,
  savedViewsCall,
  ownFactorCall,
  ownSessionsCall,
  activityCall,
  payoutCall,
  notificationMailsCall,
  exceptionsCall,
  banksCall,
  failedJobsCall,
  feesCall,
  feeStatementCall,
  explainCall,
  merchantHealthCall,
  merchantFeeCall,
  bulkJobsCall,
  bulkJobCall,
  bulkItemsCall,
  platformActivityCall,
  administratorsCall,
  draftsCall,
  draftCall,
  merchantSettingsCall,
  merchantNotesCall,
  applicationRequestsCall,
} from './screen-calls.ts';

/** The viewers: nobody signed in, a user of a merchant, an administrator, and an administrator who has opened a merchant. */
export type Viewer = 'nobody' | 'merchant' | 'admin' | 'inside';

export interface Screen {
  address: string;
  viewer: Viewer;
  /** Calls that it makes when it is opened, as `METHOD path` with every id written `{}`. */
  calls: string[];
  /** True when the deployment has our own calls (contract §2); otherwise it only knows the specification. */
  isOurs?: true;
  /** The calls that `start` and `overview` answer when an earlier visit has shown that they exist; they are then among the screen's calls. */
  remembers?: string[];
}

/** The calls of a screen, and the calls whose answers are in theirs. */
export const allCallsOf = ({ calls, remembers = [] }: Screen): string[] => [...calls, ...remembers];

/** The test title of a screen. */
export const nameOfScreen = ({ viewer, address, isOurs, remembers }: Screen): string =>
  `${address}, ${viewer}${isOurs ? ', own calls known' : ''}${remembers ? ', one answer' : ''}`;

const payIns = 'GET payments';
const accounts = 'GET merchants/{}/applications/{}/payin-accounts-with-aggregated-balances';
const payouts = 'GET merchants/{}/application/{}/outbound-payments';
const people = 'GET merchants/{}/accounts';
const links = 'GET paymentintents';
const apiKeysCall = 'GET merchants/{}/applications/{}/secret';
const figures = [payIns, 'GET payments/summary', 'GET revenue', accounts, payouts];
const firstSteps = [links, apiKeysCall, people];
const overview = [...figures, ...firstSteps];

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
  { address: '/', calls: [...overview, deliveriesCall, ownFactorCall, notificationsCall] },
  { address: '/exchange', calls: [accounts, exchangesCall] },
  { address: '/balances/statement/11', calls: [accounts, statementCall] },
  { address: '/balances/fees?month=2026-02', calls: [feeStatementCall] },
  { address: '/explain?figure=PAY_INS', calls: [explainCall] },
  {
    address: '/balances/scheduled-files?file=018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b82',
    calls: [accounts, fileSchedulesCall, scheduledFilesCall],
  },
  { address: '/settings/account-settings', calls: ['GET accounts/self', ownFactorCall, ownSessionsCall] },
  {
    address: '/settings/security',
    calls: [apiKeysCall, ...ownKeyCalls, ownFactorCall, policyCall, approvalPolicyCall, activityCall],
  },
  { address: '/settings/security/device', calls: [] },
  { address: '/settings/requests', calls: [requestLogCall] },
  { address: '/settings/webhooks-callbacks?view=deliveries', calls: [deliveriesCall] },
  { address: '/settings/webhooks-callbacks?view=endpoints', calls: [webhookEndpointsCall] },
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

const ofAdmin = (address: string, ...calls: string[]): Screen => ({
  address,
  viewer: 'admin',
  calls: [capabilitiesCall, ...calls],
  isOurs: true,
});

/** Every route of section 2 with its own content, and its calls. */
export const screens: Screen[] = [
  ...merchantScreens.map((screen) => withMerchant(screen, 'merchant')),
  ...ourScreens.map((screen) => ({
    ...withMerchant({ ...screen, calls: [capabilitiesCall, ...screen.calls] }, 'merchant'),
    isOurs: true as const,
  })),
  { address: '/admin', viewer: 'admin', calls: [merchantsCall] },
  ofAdmin('/admin?rows=25', merchantsCall, healthCall),
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
  ofAdmin('/admin/exceptions', merchantsCall, exceptionsCall),
  ofAdmin('/admin/banks', banksCall),
  ofAdmin('/admin/failed-jobs', merchantsCall, failedJobsCall),
  ofAdmin('/admin/fees?month=2026-02', feesCall),
  ofAdmin(`/admin/fees/${merchantId}?month=2026-02`, feeStatementCall),
  ofAdmin(`/admin/merchants/${merchantId}?rows=10`, merchantCall, people, merchantFeeCall, merchantHealthCall),
  ofAdmin('/admin/administrators', administratorsCall),
  ofAdmin('/admin/activity', platformActivityCall),
  ofAdmin('/admin/personal-data'),
  ofAdmin('/admin/new-merchant', draftsCall),
  ofAdmin('/admin/new-merchant?draft=018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b90&step=terms', draftCall),
  ofAdmin(
    `/admin/merchant-settings/${merchantId}`,
    merchantCall,
    merchantSettingsCall,
    merchantNotesCall,
    applicationRequestsCall,
  ),
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
  {
    address: '/',
    viewer: 'merchant',
    calls: [startCall, overviewCall, ...firstSteps, ownFactorCall],
    isOurs: true,
    remembers: [merchantCall, capabilitiesCall, approvalsCall, ...figures, deliveriesCall],
  },
  {
    address: '/balances/overview',
    viewer: 'merchant',
    calls: [startCall, accounts],
    isOurs: true,
    remembers: [merchantCall, capabilitiesCall],
  },
];

/** Screens without calls: network faults do not affect them. */
export const silentScreens = signedOutScreens.filter((address) => !/^\/error|verify-otp/.test(address));
