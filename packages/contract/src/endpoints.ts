import { exportActivity, exportPlatformActivity, listActivity, listPlatformActivity } from './activity.ts';
import {
  exportStatement,
  getStatement,
  getStatementDocument,
  getStatementMail,
  listPayInAccounts,
  setLowBalance,
  setStatementMail,
} from './balances.ts';
import { approvalPolicyEndpoints } from './approval-policy.ts';
import { approveOrder, cancelOrder, getApproval, listApprovals, refuseOrder } from './approvals.ts';
import { getTwoFactorPolicy, setTwoFactorPolicy } from './two-factor-policy.ts';
import { bulkEndpoints } from './bulk.ts';
import { getBrand, setBrand } from './brand.ts';
import { sharedViewEndpoints } from './shared-view-writes.ts';
import { listCapabilities } from './capabilities.ts';
import { listenForChanges } from './changes.ts';
import { bookExchange, listExchanges, quoteExchange } from './exchange.ts';
import { acceptException, closeException, disputeException, getException, listExceptions } from './exceptions.ts';
import { listInstitutions, setInstitutions } from './institutions.ts';
import { getMerchantHealth, listMerchantHealth } from './merchant-health.ts';
import { getMerchant, listMerchants } from './merchants.ts';
import { countUnreadNotices, getNoticeMails, listNotices, readNotices, setNoticeMail } from './notices.ts';
import { setExternalPaymentEmail, setExternalPaymentWebhook } from './notifications.ts';
import { exportPayIns, getPayIn, getPayInDetails, listPayIns } from './pay-ins.ts';
import { pickedEndpoints } from './picked-rows.ts';
import { getPaymentStatus } from './payment-status.ts';
import { getReceipt } from './receipts.ts';
import {
  addBeneficiary,
  disableBeneficiary,
  listBeneficiaries,
  listOptimusBeneficiaries,
  setDefaultBeneficiary,
} from './beneficiaries.ts';
import {
  addPaymentNote,
  deletePaymentNote,
  getPaymentNotes,
  reviewPayment,
  undoPaymentReview,
} from './payment-notes.ts';
import { paymentIntentEndpoints } from './payment-intents.ts';
import { listPayoutSchedules, setPayoutSchedule } from './payout-schedules.ts';
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
} from './own-security.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyStepUp,
  lookUpOtp,
  proveOtpByPasskey,
  removePasskey,
  stepUpByPasskey,
} from './passkeys.ts';
import {
  lookUpResetToken,
  lookUpTwoFactorSetUp,
  proveOtp,
  proveTwoFactor,
  resendOneTimeCode,
} from './session-in-body.ts';
import { forgotPassword, getResetToken, resetPassword } from './passwords.ts';
import { exportPayouts, getPayout, listPayouts, makePayout } from './payouts.ts';
import { startRefund } from './refunds.ts';
import { getKeySettings, getSecretSummary, resetSecret, setKeySettings } from './secrets.ts';
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
} from './session.ts';
import { signUp } from './sign-up.ts';
import { getPaymentFailures, getPaymentsSummary, getRevenue } from './revenue.ts';
import {
  createAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  listRoles,
  resendInvitation,
  resetTwoFactor,
  updateAccount,
  updateSelf,
} from './users.ts';
import {
  exportWebhookDeliveries,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookSamples,
  resendWebhookDelivery,
  sendTestWebhook,
  setWebhooksCallbacks,
} from './webhooks.ts';

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
  listAccounts,
  listRoles,
  createAccount,
  updateAccount,
  updateSelf,
  disableAccount,
  enableAccount,
  resendInvitation,
  resetTwoFactor,
  getMerchantHealth,
  listPayIns,
  getPaymentsSummary,
  getPaymentFailures,
  getRevenue,
  exportPayIns,
  getPaymentStatus,
  getPayIn,
  getPayInDetails,
  getReceipt,
  getPaymentNotes,
  addPaymentNote,
  deletePaymentNote,
  reviewPayment,
  undoPaymentReview,
  ...sharedViewEndpoints,
  startRefund,
  listPayouts,
  getPayout,
  exportPayouts,
  makePayout,
  listPayoutSchedules,
  setPayoutSchedule,
  listApprovals,
  getApproval,
  approveOrder,
  refuseOrder,
  cancelOrder,
  ...approvalPolicyEndpoints,
  listOptimusBeneficiaries,
  listBeneficiaries,
  addBeneficiary,
  disableBeneficiary,
  setDefaultBeneficiary,
  ...paymentIntentEndpoints,
  listPayInAccounts,
  getStatement,
  exportStatement,
  getStatementDocument,
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
  listNotices,
  countUnreadNotices,
  readNotices,
  getNoticeMails,
  setNoticeMail,
  getSecretSummary,
  resetSecret,
  getKeySettings,
  setKeySettings,
  listActivity,
  exportActivity,
  listPlatformActivity,
  exportPlatformActivity,
  setWebhooksCallbacks,
  listWebhookDeliveries,
  exportWebhookDeliveries,
  listWebhookSamples,
  getWebhookDelivery,
  resendWebhookDelivery,
  sendTestWebhook,
  ...pickedEndpoints,
  ...bulkEndpoints,
  listExceptions,
  getException,
  acceptException,
  disputeException,
  closeException,
  listenForChanges,
  listCapabilities,
};
export type Endpoints = typeof endpoints;
