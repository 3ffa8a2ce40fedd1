import { activityEndpoints } from './users/activity.ts';
import { balanceEndpoints } from './balances/balances.ts';
import { approvalPolicyEndpoints } from './approvals/policy.ts';
import { approvalEndpoints } from './approvals/approvals.ts';
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
import { exceptionEndpoints } from './exceptions/exceptions.ts';
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
import { ownSecurityEndpoints } from './session/own-security.ts';
import { passkeyEndpoints } from './session/passkeys.ts';
import { inBodyEndpoints } from './session/session-in-body.ts';
import { passwordEndpoints } from './session/passwords.ts';
import { exportPayouts, getPayout, listPayouts, makePayout } from './payouts/payouts.ts';
import { startRefund } from './pay-ins/refunds.ts';
import { getApiKeySettings, getApiKeys, resetApiKey, setApiKeySettings } from './api-keys/api-keys.ts';
import { deviceCodeEndpoints } from './api-keys/device-codes.ts';
import { namedKeyEndpoints } from './api-keys/named-keys.ts';
import { sessionEndpoints } from './session/session.ts';
import { signUp } from './merchants/sign-up.ts';
import { feeEndpoints } from './balances/fees.ts';
import { getPaymentFailures, getPaymentsSummary, getRevenue } from './balances/revenue.ts';
import { userEndpoints } from './users/users.ts';
import { endpointsOfWebhooks } from './webhooks/webhook-endpoints.ts';
import { webhookEndpoints } from './webhooks/webhooks.ts';
import { exportRequestLog, listRequestLog } from './request-log/request-log.ts';
import { listEvents } from './webhooks/events.ts';
import { messageEndpoints } from './webhooks/messages.ts';
import { replayEndpoints } from './webhooks/replays.ts';
import { getOwnKey } from './api-keys/own-key.ts';

/** All calls; the API refuses to start when one has no handler. */
export const endpoints = {
  ...sessionEndpoints,
  ...inBodyEndpoints,
  ...passkeyEndpoints,
  ...passwordEndpoints,
  ...ownSecurityEndpoints,
  signUp,
  listMerchants,
  listMerchantHealth,
  getMerchant,
  ...userEndpoints,
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
  ...approvalEndpoints,
  ...approvalPolicyEndpoints,
  ...beneficiaryEndpoints,
  ...paymentLinkEndpoints,
  ...balanceEndpoints,
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
  ...activityEndpoints,
  ...webhookEndpoints,
  ...endpointsOfWebhooks,
  ...replayEndpoints,
  listRequestLog,
  exportRequestLog,
  ...pickedEndpoints,
  ...bulkEndpoints,
  ...exceptionEndpoints,
  listenForChanges,
  listCapabilities,
  getStart,
  getOverview,
};
export type Endpoints = typeof endpoints;
