import type { Handler } from '#core/handler.ts';
import { listCapabilities } from './list-capabilities.ts';
import { administratorHandlers } from '#administrators/administrator-handlers.ts';
import { exportActivity, exportPlatformActivity, listActivity, listPlatformActivity } from '#activity/list-activity.ts';
import { approvalPolicyHandlers } from '#approvals/approval-policy.ts';
import { cancelOrder, createApproveOrder, refuseOrder } from '#approvals/decide-order.ts';
import { getApproval, listApprovals } from '#approvals/list-approvals.ts';
import { exportStatement, getStatementDocument } from '#balances/statement-files.ts';
import { getStatementFile } from '#balances/statement-formats.ts';
import { getStatement } from '#balances/get-statement.ts';
import { setLowBalance } from '#balances/set-low-balance.ts';
import { getStatementMail, setStatementMail } from '#balances/statement-mails.ts';
import { listPayInAccounts } from '#balances/list-pay-in-accounts.ts';
import { bankHandlers } from '#banks/change-bank.ts';
import { bulkActions } from './bulk-actions.ts';
import { bulkJobLists } from '#bulk/list-bulk-jobs.ts';
import { createPrepareBulkJob } from '#bulk/prepare-bulk-job.ts';
import { startBulkJob, stopBulkJob } from '#bulk/start-bulk-job.ts';
import { getPayInDetails } from '#pay-ins/get-pay-in-details.ts';
import { getReceipt } from '#pay-ins/get-receipt.ts';
import { exportPayIns } from '#pay-ins/export-pay-ins.ts';
import { getPayIn, listPayIns } from '#pay-ins/list-pay-ins.ts';
import { addPaymentNote, deletePaymentNote, getPaymentNotes } from '#notes/payment-notes.ts';
import { reviewPayment, undoPaymentReview } from '#notes/review-payment.ts';
import { getPaymentStatus } from '#pay-ins/get-payment-status.ts';
import { countUnreadNotifications, listNotifications, readNotifications } from '#notifications/list-notifications.ts';
import { getNotificationMails, setNotificationMail } from '#notifications/notification-mails.ts';
import { exportPickedPayIns, totalPayIns } from '#pay-ins/pick-pay-ins.ts';
import { payoutCorrector } from '#payouts/correct-payout.ts';
import { exportPayouts, exportPickedPayouts } from '#payouts/export-payouts.ts';
import { addBeneficiary } from '#payouts/beneficiaries/add-beneficiary.ts';
import { disableBeneficiary, setDefaultBeneficiary } from '#payouts/beneficiaries/change-beneficiary.ts';
import { listBeneficiaries, listOptimusBeneficiaries } from '#payouts/beneficiaries/list-beneficiaries.ts';
import { getPayout, listPayouts } from '#payouts/list-payouts.ts';
import { makePayout } from '#payouts/make-payout.ts';
import { listPayoutSchedules, setPayoutSchedule } from '#payouts/schedules/set-payout-schedule.ts';
import { payoutRecipient } from '#payouts/waiting-recipient.ts';
import { personalDataHandlers } from '#records/personal-data-handlers.ts';
import { refundCorrector } from '#refunds/correct-refund.ts';
import { startRefund } from '#refunds/start-refund.ts';
import { quoteExchange } from '#exchange/quote-exchange.ts';
import { listExchanges } from '#exchange/list-exchanges.ts';
import { bookExchange } from '#exchange/book-exchange.ts';
import { failedJobHandlers } from '#failed-jobs/change-failed-jobs.ts';
import { closeException, createAcceptException, disputeException } from '#exceptions/decide-exception.ts';
import { getException, listExceptions } from '#exceptions/list-exceptions.ts';
import { getBrand, setBrand } from '#merchants/brand.ts';
import { merchantFeeHandlers } from '#merchants/change-fee.ts';
import { stopMerchantHandlers } from '#merchants/stop-merchant.ts';
import { getTwoFactorPolicy, setTwoFactorPolicy } from '#merchants/two-factor-policy.ts';
import { setExternalPaymentEmail, setExternalPaymentWebhook } from '#merchants/set-external-payment.ts';
import { institutionHandlers } from '#merchants/institutions.ts';
import { getMerchant, getMerchantHealth, listMerchantHealth, listMerchants } from '#merchants/list-merchants.ts';
import { createMerchantHandlers } from '#merchants/merchant-drafts.ts';
import { merchantSettingsHandlers } from '#merchants/settings/merchant-settings.ts';
import { apiKeyHandlers } from '#api-keys/named-keys.ts';
import { confirmTwoFactor, getTwoFactorSetUp } from '#session/two-factor-set-up.ts';
import { getSelf } from '#session/own/own-account.ts';
import { inBodyHandlers } from '#session/second-factor/in-body.ts';
import { ownTwoFactorHandlers } from '#session/own/two-factor.ts';
import { addPasskey, beginPasskey, removePasskey } from '#session/passkeys/own-passkeys.ts';
import { endOwnSession, listOwnSessions, signOut, signOutEverywhere } from '#session/own/own-sessions.ts';
import { forgotPassword } from '#session/passwords/forgot-password.ts';
import { acceptInvitation, changePassword, getResetToken, resetPassword } from '#session/passwords/reset-password.ts';
import { renewSession } from '#session/renew-session.ts';
import { lookUpOtp, proveOtpByPasskey, resendOtp, verifyOtp } from '#session/verify-otp.ts';
import { beginPasskeyStepUp, mailStepUpCode, stepUp, stepUpByPasskey } from '#session/step-up/step-up.ts';
import { signIn } from '#session/sign-in.ts';
import { signUp } from '#sign-up/sign-up.ts';
import { playScenario } from '#scenarios/play-scenario.ts';
import { screenHandlers } from '#screens/answer-screens.ts';
import { listenForChanges } from '#changes/listen-for-changes.ts';
import { cancelPaymentLink } from '#payment-links/cancel-payment-link.ts';
import { paymentCorrector } from '#payment-links/correct-payment.ts';
import { createPaymentLink } from '#payment-links/create-payment-link.ts';
import { mailPaymentLink } from '#payment-links/mail-payment-link.ts';
import { makeSamplePayments } from '#payment-links/sample-payments/make-sample-payments.ts';
import { getPaymentLink, listPaymentLinks } from '#payment-links/list-payment-links.ts';
import { getPaymentsSummary, getRevenue } from '#revenue/get-revenue.ts';
import { feeHandlers } from '#revenue/list-fees.ts';
import { explainHandlers } from '#explain/explain-figure.ts';
import { getPaymentFailures } from '#revenue/get-payment-failures.ts';
import { createUser, resendInvitation } from '#users/create-user.ts';
import { disableUser, enableUser } from '#users/set-enabled.ts';
import { listUsers, listRoles } from '#users/list-users.ts';
import { resetTwoFactor } from '#users/reset-two-factor.ts';
import { updateUser, updateSelf } from '#users/update-user.ts';
import { exportRequestLog, listRequestLog } from '#request-log/list-requests.ts';
import { changeView, deleteSavedView, listSavedViews, shareView } from '#saved-views/saved-views.ts';
import { scheduledFileHandlers } from '#scheduled-files/schedules.ts';
import { webhookHandlers } from '#webhooks/webhook-handlers.ts';

export const handlers: readonly Handler[] = [
  listenForChanges,
  signIn,
  verifyOtp,
  lookUpOtp,
  proveOtpByPasskey,
  resendOtp,
  getTwoFactorSetUp,
  confirmTwoFactor,
  ...inBodyHandlers,
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
  listOwnSessions,
  endOwnSession,
  ...ownTwoFactorHandlers,
  beginPasskey,
  addPasskey,
  removePasskey,
  changePassword,
  signOutEverywhere,
  signUp,
  listMerchants,
  getMerchant,
  listUsers,
  listRoles,
  createUser,
  updateUser,
  updateSelf,
  disableUser,
  enableUser,
  resendInvitation,
  resetTwoFactor,
  ...administratorHandlers,
  ...personalDataHandlers,
  listMerchantHealth,
  getMerchantHealth,
  ...createMerchantHandlers,
  ...merchantSettingsHandlers,
  listPayIns,
  getPayIn,
  getPaymentStatus,
  getPayInDetails,
  getReceipt,
  getPaymentNotes,
  addPaymentNote,
  deletePaymentNote,
  reviewPayment,
  undoPaymentReview,
  listSavedViews,
  shareView,
  changeView,
  deleteSavedView,
  listNotifications,
  countUnreadNotifications,
  readNotifications,
  getNotificationMails,
  setNotificationMail,
  getPaymentsSummary,
  getPaymentFailures,
  getRevenue,
  ...feeHandlers,
  ...explainHandlers,
  exportPayIns,
  exportPickedPayIns,
  totalPayIns,
  listPaymentLinks,
  getPaymentLink,
  createPaymentLink,
  cancelPaymentLink,
  mailPaymentLink,
  makeSamplePayments,
  playScenario,
  listPayInAccounts,
  getStatement,
  exportStatement,
  getStatementDocument,
  getStatementFile,
  getStatementMail,
  setStatementMail,
  ...scheduledFileHandlers,
  ...stopMerchantHandlers,
  ...merchantFeeHandlers,
  setLowBalance,
  quoteExchange,
  bookExchange,
  listExchanges,
  startRefund,
  listPayouts,
  getPayout,
  exportPayouts,
  exportPickedPayouts,
  makePayout,
  listPayoutSchedules,
  setPayoutSchedule,
  listApprovals,
  getApproval,
  createApproveOrder(payoutRecipient),
  refuseOrder,
  cancelOrder,
  ...approvalPolicyHandlers,
  listOptimusBeneficiaries,
  listBeneficiaries,
  addBeneficiary,
  disableBeneficiary,
  setDefaultBeneficiary,
  ...institutionHandlers,
  ...bankHandlers,
  getBrand,
  setBrand,
  getTwoFactorPolicy,
  setTwoFactorPolicy,
  setExternalPaymentEmail,
  setExternalPaymentWebhook,
  ...apiKeyHandlers,
  listActivity,
  exportActivity,
  listPlatformActivity,
  exportPlatformActivity,
  ...webhookHandlers,
  listRequestLog,
  exportRequestLog,
  createPrepareBulkJob(bulkActions),
  ...bulkJobLists,
  startBulkJob,
  stopBulkJob,
  listExceptions,
  getException,
  createAcceptException({ PAYMENT: paymentCorrector, REFUND: refundCorrector, PAYOUT: payoutCorrector }),
  disputeException,
  closeException,
  ...failedJobHandlers,
  listCapabilities,
  ...screenHandlers,
];
