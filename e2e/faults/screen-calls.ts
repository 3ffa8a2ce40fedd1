// The calls that screens make, as `METHOD path` with every id written `{}`.

export const merchantCall = 'GET merchants/{}';
export const merchantsCall = 'GET merchants';
export const paymentCall = 'GET payments/{}';
export const detailsCall = 'GET payments/{}/details';
export const beneficiariesCall = 'GET providers/optimus/customers/{}/beneficiaries';
export const resetTokenCall = 'GET accounts/reset-tokens/{}';
export const twoFactorCall = 'GET accounts/two-factor/{}';
export const otpCall = 'POST accounts/one-time-codes/request';
export const capabilitiesCall = 'GET capabilities';
export const notificationsCall = 'GET merchants/{}/notices';
export const unreadCall = 'GET merchants/{}/notices/unread';
/** The calls whose response contains the answers to a screen's other calls. */
export const startCall = 'GET merchants/{}/start';
export const overviewCall = 'GET merchants/{}/applications/{}/overview';
export const healthCall = 'GET merchants/health';
export const requestLogCall = 'GET merchants/{}/applications/{}/requests';
export const deliveriesCall = 'GET merchants/{}/applications/{}/webhook-deliveries';
export const webhookEndpointsCall = 'GET merchants/{}/applications/{}/webhook-endpoints';
export const statementCall = 'GET merchants/{}/applications/{}/payin-accounts/{}/statement';
export const fileSchedulesCall = 'GET merchants/{}/applications/{}/file-schedules';
export const scheduledFilesCall = 'GET merchants/{}/applications/{}/scheduled-files';
export const exchangesCall = 'GET merchants/{}/applications/{}/exchange';
export const brandCall = 'GET merchants/{}/brand';
export const ownBeneficiariesCall = 'GET merchants/{}/applications/{}/beneficiaries';
const apiKeySettingsCall = 'GET merchants/{}/applications/{}/secret/settings';
const namedKeysCall = 'GET merchants/{}/applications/{}/keys';
export const ownKeyCalls = [apiKeySettingsCall, namedKeysCall];
export const policyCall = 'GET merchants/{}/two-factor-policy';
export const approvalsCall = 'GET merchants/{}/approvals';
export const approvalPolicyCall = 'GET merchants/{}/approval-policy';
export const savedViewsCall = 'GET merchants/{}/shared-views/{}';
export const ownFactorCall = 'GET accounts/self/two-factor';
export const ownSessionsCall = 'GET accounts/self/sessions';
export const activityCall = 'GET merchants/{}/activity';
export const payoutCall = 'GET merchants/{}/application/{}/outbound-payments/{}';
export const notificationMailsCall = 'GET merchants/{}/notice-mails';
export const notesCall = 'GET payments/{}/notes';
export const exceptionsCall = 'GET exceptions';
export const banksCall = 'GET banks';
export const failedJobsCall = 'GET failed-jobs';
export const feesCall = 'GET platform/fees';
export const feeStatementCall = 'GET merchants/{}/fees';
export const explainCall = 'GET explain';
export const merchantHealthCall = 'GET merchants/{}/health';
export const merchantFeeCall = 'GET platform/merchants/{}/fee';
export const bulkJobsCall = 'GET merchants/{}/applications/{}/bulk-jobs';
export const bulkJobCall = 'GET merchants/{}/applications/{}/bulk-jobs/{}';
export const bulkItemsCall = 'GET merchants/{}/applications/{}/bulk-jobs/{}/items';
export const platformActivityCall = 'GET activity';
export const administratorsCall = 'GET administrators';
export const draftsCall = 'GET platform/merchant-drafts';
export const draftCall = 'GET platform/merchant-drafts/{}';
export const merchantSettingsCall = 'GET platform/merchants/{}/settings';
export const merchantNotesCall = 'GET platform/merchants/{}/notes';
export const applicationRequestsCall = 'GET merchants/{}/application-requests';
/**
 * Calls that a page makes after it is shown, if the deployment has them: waiting approvals, unread notifications, and a
 * payment's notes and logged calls.
 */
export const callsAfterLoad: readonly string[] = [approvalsCall, unreadCall, notesCall, failedJobsCall, requestLogCall];

/** Calls that are made only when the capabilities list them. */
export const ownCalls: readonly string[] = [
  healthCall,
  deliveriesCall,
  requestLogCall,
  exchangesCall,
  ownFactorCall,
  ownSessionsCall,
  brandCall,
  policyCall,
  approvalsCall,
  approvalPolicyCall,
  savedViewsCall,
  ...ownKeyCalls,
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
  failedJobsCall,
  feesCall,
  feeStatementCall,
  explainCall,
  merchantFeeCall,
  merchantHealthCall,
  draftsCall,
  draftCall,
  applicationRequestsCall,
];
