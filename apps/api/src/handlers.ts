import type { Handler } from '#core/handler.ts';
import { exportActivity, exportPlatformActivity } from '#activity/export-activity.ts';
import { listActivity, listPlatformActivity } from '#activity/list-activity.ts';
import { exportStatement } from '#balances/export-statement.ts';
import { getStatement } from '#balances/get-statement.ts';
import { listPayInAccounts } from '#balances/list-pay-in-accounts.ts';
import { listCapabilities } from '#capabilities/list-capabilities.ts';
import { getPayInDetails } from '#pay-ins/get-pay-in-details.ts';
import { exportPayIns } from '#pay-ins/export-pay-ins.ts';
import { getPayIn, listPayIns } from '#pay-ins/list-pay-ins.ts';
import { payoutCorrector } from '#payouts/correct-payout.ts';
import { exportPayouts } from '#payouts/export-payouts.ts';
import { listOptimusBeneficiaries } from '#payouts/list-optimus-beneficiaries.ts';
import { listPayouts } from '#payouts/list-payouts.ts';
import { makePayout } from '#payouts/make-payout.ts';
import { listPayoutSchedules, setPayoutSchedule } from '#payouts/schedules/set-payout-schedule.ts';
import { refundCorrector } from '#refunds/correct-refund.ts';
import { startRefund } from '#refunds/start-refund.ts';
import { quoteExchange } from '#exchange/quote-exchange.ts';
import { listExchanges } from '#exchange/list-exchanges.ts';
import { bookExchange } from '#exchange/book-exchange.ts';
import { createAcceptException } from '#exceptions/accept-exception.ts';
import { getException } from '#exceptions/read-exception.ts';
import { listExceptions } from '#exceptions/list-exceptions.ts';
import { closeException, disputeException } from '#exceptions/resolve-exception.ts';
import { listInstitutions } from '#institutions/list-institutions.ts';
import { setExternalPaymentEmail, setExternalPaymentWebhook } from '#merchants/set-external-payment.ts';
import { setInstitutions } from '#merchants/set-institutions.ts';
import { getMerchantHealth, listMerchantHealth } from '#merchants/read-merchant-health.ts';
import { getMerchant, listMerchants } from '#merchants/list-merchants.ts';
import { getSecretSummary } from '#secrets/get-secret-summary.ts';
import { resetSecret } from '#secrets/reset-secret.ts';
import { confirmTwoFactor } from '#session/confirm-two-factor.ts';
import { getSelf } from '#session/get-self.ts';
import { inBodyHandlers } from '#session/second-factor/in-body.ts';
import { getTwoFactorSetUp } from '#session/get-two-factor-set-up.ts';
import { beginEmailFactor, beginTwoFactor } from '#session/own/begin-two-factor.ts';
import { changePassword } from '#session/own/change-password.ts';
import { confirmEmailFactor } from '#session/own/confirm-email-factor.ts';
import { endTwoFactor } from '#session/own/end-two-factor.ts';
import { getOwnTwoFactor } from '#session/own/get-own-two-factor.ts';
import { renewRecoveryCodes } from '#session/own/renew-recovery-codes.ts';
import { signOut, signOutEverywhere } from '#session/sign-out.ts';
import { forgotPassword } from '#session/passwords/forgot-password.ts';
import { getResetToken } from '#session/passwords/get-reset-token.ts';
import { resetPassword } from '#session/passwords/reset-password.ts';
import { renewSession } from '#session/renew-session.ts';
import { resendOtp } from '#session/resend-otp.ts';
import { mailStepUpCode } from '#session/step-up/mail-step-up-code.ts';
import { stepUp } from '#session/step-up/step-up.ts';
import { signIn } from '#session/sign-in.ts';
import { verifyOtp } from '#session/verify-otp.ts';
import { signUp } from '#sign-up/sign-up.ts';
import { cancelPaymentIntent } from '#payment-intents/cancel-payment-intent.ts';
import { paymentCorrector } from '#payment-intents/correct-payment.ts';
import { createPaymentLink } from '#payment-intents/create-payment-link.ts';
import { getPaymentIntent, listPaymentIntents } from '#payment-intents/list-payment-intents.ts';
import { getPaymentsSummary, getRevenue } from '#revenue/get-revenue.ts';
import { createAccount } from '#users/create-account.ts';
import { disableAccount, enableAccount } from '#users/set-enabled.ts';
import { listAccounts, listRoles } from '#users/list-accounts.ts';
import { resendInvitation } from '#users/resend-invitation.ts';
import { resetTwoFactor } from '#users/reset-two-factor.ts';
import { updateSelf } from '#users/update-self.ts';
import { updateAccount } from '#users/update-account.ts';
import { exportWebhookDeliveries } from '#webhooks/export-webhook-deliveries.ts';
import { getWebhookDelivery, listWebhookDeliveries } from '#webhooks/list-webhook-deliveries.ts';
import { listWebhookSamples } from '#webhooks/list-webhook-samples.ts';
import { resendWebhookDelivery } from '#webhooks/resend-webhook-delivery.ts';
import { sendTestWebhook } from '#webhooks/send-test-webhook.ts';
import { setWebhooksCallbacks } from '#webhooks/set-webhooks-callbacks.ts';

/** One handler for every call of the contract. */
export const handlers: readonly Handler[] = [
  signIn,
  verifyOtp,
  resendOtp,
  getTwoFactorSetUp,
  confirmTwoFactor,
  ...inBodyHandlers,
  getSelf,
  renewSession,
  signOut,
  mailStepUpCode,
  stepUp,
  forgotPassword,
  getResetToken,
  resetPassword,
  getOwnTwoFactor,
  beginTwoFactor,
  beginEmailFactor,
  confirmEmailFactor,
  endTwoFactor,
  renewRecoveryCodes,
  changePassword,
  signOutEverywhere,
  signUp,
  listMerchants,
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
  listMerchantHealth,
  getMerchantHealth,
  listPayIns,
  getPayIn,
  getPayInDetails,
  getPaymentsSummary,
  getRevenue,
  exportPayIns,
  listPaymentIntents,
  getPaymentIntent,
  createPaymentLink,
  cancelPaymentIntent,
  listPayInAccounts,
  getStatement,
  exportStatement,
  quoteExchange,
  bookExchange,
  listExchanges,
  startRefund,
  listPayouts,
  exportPayouts,
  makePayout,
  listPayoutSchedules,
  setPayoutSchedule,
  listOptimusBeneficiaries,
  listInstitutions,
  setInstitutions,
  setExternalPaymentEmail,
  setExternalPaymentWebhook,
  getSecretSummary,
  resetSecret,
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
  listExceptions,
  getException,
  createAcceptException({ PAYMENT: paymentCorrector, REFUND: refundCorrector, PAYOUT: payoutCorrector }),
  disputeException,
  closeException,
  listCapabilities,
];
