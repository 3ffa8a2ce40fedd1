const request = {
  400: 'The code is wrong, or a field is.',
  404: 'There is no such request.',
  410: 'The request is over: ten minutes, five wrong codes, or used.',
};
const stepUp = 'The role does not allow it, or it needs a step-up (STEP_UP_REQUIRED).';
const ownStepUp = { 403: 'It needs a step-up (STEP_UP_REQUIRED).' };
const otherBody = 'or the Idempotency-Key came with another body before';
const key = 'A field is wrong, or the Idempotency-Key is missing; errorMessage names it.';
const unended = 'the first call with this Idempotency-Key did not end: send it again';
const refused = 'The account provider refuses: its name is the source, its words the errorMessage. Nothing was moved.';
const resend = {
  404: 'There is no such request.',
  409: 'The code comes from an authenticator; there is nothing to send.',
  410: 'The request is over.',
  429: 'A code was sent in the last 30 seconds; Retry-After says when the next may be.',
};
const link = { 404: 'There is no such link.', 410: 'The link is over or used.' };
const within = 'The role does not allow it, or theirs is above yours';
const people = { 403: `${within}, or it needs a step-up (STEP_UP_REQUIRED).` };
const lastAdmin = "the merchant's last enabled administrator's (LAST_MERCHANT_ADMIN).";
const noStatement = { 409: 'The account is not virtual, so it has no statement.' };
const resolved = { 409: 'It is resolved already.' };
const noAddress = { 409: 'No address is set for events of this kind.' };

/** What only one call answers, beyond what every call may. */
export const ownAnswers: Record<string, Record<number, string>> = {
  signIn: { 401: 'The email address or the password is wrong, or the account is disabled: one answer for all.' },
  verifyOtp: request,
  resendOtp: resend,
  getTwoFactorSetUp: { 404: request[404], 410: 'The request is over.' },
  confirmTwoFactor: request,
  renewSession: { 409: 'Too early (RENEWAL_TOO_EARLY) or 12 hours after sign-in (SESSION_AT_ITS_LIMIT).' },
  mailStepUpCode: { 409: 'Codes do not come by email for this account.' },
  stepUp: {
    400: 'The code or the password is wrong, or a field is.',
    410: 'The mailed code is over: ten minutes, five wrong codes, or used.',
  },
  getResetToken: link,
  lookUpResetToken: link,
  lookUpTwoFactorSetUp: { 404: request[404], 410: 'The request is over.' },
  proveTwoFactor: request,
  proveOtp: request,
  resendOneTimeCode: resend,
  resetPassword: { ...link, 400: 'The password is too short or too common, or a field is wrong.' },
  beginTwoFactor: ownStepUp,
  beginEmailFactor: { ...ownStepUp, 409: 'The codes come by email already.' },
  confirmEmailFactor: request,
  endTwoFactor: { ...ownStepUp, 409: 'There is no second factor, or one is required here.' },
  renewRecoveryCodes: { ...ownStepUp, 409: 'There is no second factor.' },
  changePassword: { ...ownStepUp, 400: 'The password is too short or too common, or a field is wrong.' },
  signUp: {
    401: 'The basic credentials are wrong.',
    404: 'This deployment is no sandbox.',
    409: 'This email address is already in use (ACCOUNT_EXISTS).',
  },
  createAccount: { ...people, 409: 'This email address is already in use (ACCOUNT_EXISTS).' },
  updateAccount: { ...people, 409: `It is ${lastAdmin}` },
  disableAccount: { 403: `${within}.`, 409: `It is your own (OWN_ACCOUNT), or ${lastAdmin}` },
  enableAccount: people,
  resetTwoFactor: { ...people, 409: 'It is your own (OWN_ACCOUNT), or they have no second factor.' },
  resendInvitation: { ...people, 409: 'They have accepted it, or are disabled.' },
  startRefund: {
    400: key,
    403: stepUp,
    409: `The payment cannot be refunded, a refund of it is running, or ${unended}.`,
    422: `More than what remains or what is available, ${otherBody}.`,
    500: refused,
  },
  makePayout: {
    400: key,
    403: stepUp,
    409: `Now and then: ${unended}.`,
    422: `More than what is available, a beneficiary or an account that cannot be paid to or from, ${otherBody}.`,
    500: refused,
  },
  setPayoutSchedule: { 403: stepUp, 422: 'The account is not virtual or has no default beneficiary.' },
  quoteExchange: { 422: 'The accounts or the amount cannot be exchanged.' },
  bookExchange: {
    400: key,
    403: stepUp,
    409: `The quote was used, or ${unended}.`,
    410: 'The quote is over.',
    422: `More than what is available, ${otherBody}.`,
  },
  createPaymentLink: {
    400: key,
    409: `Now and then: ${unended}.`,
    422: `No account of the application receives this currency, ${otherBody}.`,
  },
  cancelPaymentIntent: { 409: 'It is paid or over, or a payment of it is on its way.' },
  getStatement: noStatement,
  exportStatement: noStatement,
  acceptException: {
    400: key,
    403: stepUp,
    409: `It is resolved, or cannot be booked before one side has ended or said more; or ${unended}.`,
    422: `The available balance is too low to book it, ${otherBody}.`,
  },
  disputeException: resolved,
  closeException: resolved,
  resetSecret: { 403: stepUp },
  setWebhooksCallbacks: { 403: stepUp },
  resendWebhookDelivery: { 409: 'No address is set for events of this kind, or it was sent 1,000 times already.' },
  sendTestWebhook: noAddress,
};
