import { exportActivity, exportPlatformActivity, listActivity, listPlatformActivity } from './users/activity.ts';
import {
  exportStatement,
  getStatement,
  getStatementDocument,
  getStatementFile,
  getStatementMail,
  listPayInAccounts,
  setLowBalance,
  setStatementMail,
} from './balances/balances.ts';
import { approvalPolicyEndpoints } from './approvals/policy.ts';
import { approveOrder, cancelOrder, getApproval, listApprovals, refuseOrder } from './approvals/approvals.ts';
import { explainEndpoints } from './explain/explain.ts';
import { getTwoFactorPolicy, setTwoFactorPolicy } from './session/two-factor-policy.ts';
import { bulkEndpoints } from './bulk/bulk.ts';
import { getBrand, setBrand } from './merchants/brand.ts';
import { savedViewEndpoints } from './saved-views/writes.ts';
import { platformEndpoints } from './administrators/platform-endpoints.ts';
import { scheduledFileEndpoints } from './scheduled-files/scheduled-files.ts';
import { listCapabilities } from './portal/capabilities.ts';
import { getOverview, getStart } from './screens/screens.ts';
import { listenForChanges } from './changes.ts';
import { bookExchange, listExchanges, quoteExchange } from './balances/exchange.ts';
import {
  acceptException,
  closeException,
  disputeException,
  getException,
  listExceptions,
} from './exceptions/exceptions.ts';
import { listInstitutions, setInstitutions } from './institutions/institutions.ts';
import { merchantSettingsEndpoints } from './merchants/merchant-settings.ts';
import { getMerchantHealth, listMerchantHealth } from './merchants/health.ts';
import { merchantFeeEndpoints } from './merchants/fee.ts';
import { getMerchant, listMerchants } from './merchants/merchants.ts';
import { notificationEndpoints } from './notifications/notifications.ts';
import { setExternalPaymentEmail, setExternalPaymentWebhook } from './notifications/notification-settings.ts';
import { exportPayIns, getPayIn, getPayInDetails, listPayIns } from './pay-ins/pay-ins.ts';
import { pickedEndpoints } from './bulk/picked-rows.ts';
import { getPaymentStatus } from './pay-ins/status.ts';
import { getReceipt } from './pay-ins/receipts.ts';
import { beneficiaryEndpoints } from './payouts/beneficiaries.ts';
import { paymentNoteEndpoints } from './pay-ins/notes.ts';
import { paymentLinkEndpoints } from './payment-links/payment-links.ts';
import { listPayoutSchedules, setPayoutSchedule } from './payouts/schedules.ts';
import {
  beginEmailFactor,
  beginTwoFactor,
  changePassword,
  confirmEmailFactor,
  endTwoFactor,
  getOwnTwoFactor,
  listOwnSessions,
  endOwnSession,
  renewRecoveryCodes,
  signOutEverywhere,
} from './session/own-security.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyStepUp,
  lookUpOtp,
  proveOtpByPasskey,
  removePasskey,
  stepUpByPasskey,
} from './session/passkeys.ts';
import {
  lookUpResetToken,
  lookUpTwoFactorSetUp,
  proveOtp,
  proveTwoFactor,
  resendOneTimeCode,
} from './session/session-in-body.ts';
import { acceptInvitation, forgotPassword, getResetToken, resetPassword } from './session/passwords.ts';
import { exportPayouts, getPayout, listPayouts, makePayout } from './payouts/payouts.ts';
import { startRefund } from './pay-ins/refunds.ts';
import { getApiKeySettings, getApiKeys, resetApiKey, setApiKeySettings } from './api-keys/api-keys.ts';
import { deviceCodeEndpoints } from './api-keys/device-codes.ts';
import { namedKeyEndpoints } from './api-keys/named-keys.ts';
import {
  confirmTwoFactor,
  getSelf,
  getTwoFactorSetUp,
  renewSession,
  resendOtp,
  signIn,
  signOut,
  mailStepUpCode,
  stepUp,
  verifyOtp,
} from './session/session.ts';
import { signUp } from './merchants/sign-up.ts';
import { feeEndpoints } from './balances/fees.ts';
import { getPaymentFailures, getPaymentsSummary, getRevenue } from './balances/revenue.ts';
import {
  createUser,
  disableUser,
  enableUser,
  listUsers,
  listRoles,
  resendInvitation,
  resetTwoFactor,
  updateUser,
  updateSelf,
} from './users/users.ts';
import { endpointsOfWebhooks } from './webhooks/webhook-endpoints.ts';
import { webhookEndpoints } from './webhooks/webhooks.ts';
import { exportRequestLog, listRequestLog } from './request-log/request-log.ts';
import { listEvents } from './webhooks/events.ts';
import { messageEndpoints } from './webhooks/messages.ts';
import { replayEndpoints } from './webhooks/replays.ts';
import { getOwnKey } from './api-keys/own-key.ts';

/** All calls; the API refuses to start when one has no handler. */
export const endpoints = {
  signIn,
  verifyOtp,
  resendOtp,
  getTwoFactorSetUp,
  confirmTwoFactor,
  lookUpResetToken,
  lookUpTwoFactorSetUp,
  proveTwoFactor,
  proveOtp,
  resendOneTimeCode,
  lookUpOtp,
  proveOtpByPasskey,
  getSelf,
  renewSession,
  signOut,
  mailStepUpCode,
  stepUp,
  beginPasskeyStepUp,
  stepUpByPasskey,
  forgotPassword,
  getResetToken,
  resetPassword,
  acceptInvitation,
  getOwnTwoFactor,
  listOwnSessions,
  endOwnSession,
  beginTwoFactor,
  beginEmailFactor,
  confirmEmailFactor,
  endTwoFactor,
  beginPasskey,
  addPasskey,
  removePasskey,
  renewRecoveryCodes,
  changePassword,
  signOutEverywhere,
  signUp,
  listMerchants,
  listMerchantHealth,
  getMerchant,
  listAccounts: listUsers,
  listRoles,
  createAccount: createUser,
  updateAccount: updateUser,
  updateSelf,
  disableAccount: disableUser,
  enableAccount: enableUser,
  resendInvitation,
  resetTwoFactor,
  ...platformEndpoints,
  getMerchantHealth,
  ...merchantSettingsEndpoints,
  ...merchantFeeEndpoints,
  listPayIns,
  getPaymentsSummary,
  getPaymentFailures,
  getRevenue,
  ...feeEndpoints,
  ...explainEndpoints,
  exportPayIns,
  getPaymentStatus,
  getPayIn,
  getPayInDetails,
  getReceipt,
  ...paymentNoteEndpoints,
  ...savedViewEndpoints,
  ...scheduledFileEndpoints,
  startRefund,
  listPayouts,
  getPayout,
  exportPayouts,
  makePayout,
  getOwnKey,
  listEvents,
  ...messageEndpoints,
  listPayoutSchedules,
  setPayoutSchedule,
  listApprovals,
  getApproval,
  approveOrder,
  refuseOrder,
  cancelOrder,
  ...approvalPolicyEndpoints,
  ...beneficiaryEndpoints,
  ...paymentLinkEndpoints,
  listPayInAccounts,
  getStatement,
  exportStatement,
  getStatementDocument,
  getStatementFile,
  getStatementMail,
  setStatementMail,
  setLowBalance,
  quoteExchange,
  bookExchange,
  listExchanges,
  listInstitutions,
  setInstitutions,
  getBrand,
  setBrand,
  getTwoFactorPolicy,
  setTwoFactorPolicy,
  setExternalPaymentEmail,
  setExternalPaymentWebhook,
  ...notificationEndpoints,
  getSecretSummary: getApiKeys,
  resetSecret: resetApiKey,
  getKeySettings: getApiKeySettings,
  setKeySettings: setApiKeySettings,
  ...namedKeyEndpoints,
  ...deviceCodeEndpoints,
  listActivity,
  exportActivity,
  listPlatformActivity,
  exportPlatformActivity,
  ...webhookEndpoints,
  ...endpointsOfWebhooks,
  ...replayEndpoints,
  listRequestLog,
  exportRequestLog,
  ...pickedEndpoints,
  ...bulkEndpoints,
  listExceptions,
  getException,
  acceptException,
  disputeException,
  closeException,
  listenForChanges,
  listCapabilities,
  getStart,
  getOverview,
};
export type Endpoints = typeof endpoints;
