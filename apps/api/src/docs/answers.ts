import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { administratorAnswers } from './administrator-answers.ts';

const changed =
  'The value has changed since the version in If-Match was read (CHANGED_MEANWHILE); `current` is the value now, with its version.';
const outcomeUnknown =
  'It was interrupted, and it is not known yet whether it was done (OUTCOME_UNKNOWN). With an Idempotency-Key, send it again with the same key; without one, check first.';
const noKey = 'An application key does not open it.';
const success: Record<number, string> = { 200: 'Done.', 201: 'Made.', 204: 'Done; no body.' };

/** Every status a call may answer with, and what it means. */
export function answersOf(endpoint: AnyEndpoint): { status: number; meaning: string }[] {
  const { access, method, body, status, name } = endpoint;
  const isRefusable =
    access.kind === 'any-of' || access.kind === 'admin' || ('effect' in access && access.effect === 'write');
  const answers: Record<number, string> = {
    [status]: success[status] ?? 'Done.',
    400: 'A field or a header is wrong; errorMessage names it.',
    ...(access.kind === 'public'
      ? {}
      : { 401: 'The token is missing or no longer valid, or the key is wrong or was reset.' }),
    ...(access.kind === 'public' ? {} : { 403: isRefusable ? 'The role does not allow it.' : noKey }),
    ...(access.kind === 'public' ? {} : { 404: "It does not exist, or is another merchant's." }),
    ...(method === 'GET' ? {} : { 413: 'The body is larger than 256 kB.' }),
    ...(body ? { 415: 'The body is not JSON.' } : {}),
    429: 'Too many calls; Retry-After says when to try again.',
    503: 'The database or the account provider cannot be reached (DATABASE_UNAVAILABLE, PROVIDER_UNAVAILABLE), and nothing was changed; try again.',
    ...(method === 'GET' ? {} : { 504: outcomeUnknown }),
    ...ownAnswers[name],
  };
  if (endpoint.comparesVersions) answers[409] = [answers[409], changed].filter(Boolean).join(' ');
  return Object.entries(answers).map(([code, meaning]) => ({ status: Number(code), meaning }));
}

const request = {
  400: 'The code or the passkey is wrong, or a field is.',
  404: 'There is no such request.',
  410: 'The request is over: ten minutes, five wrong codes, or used.',
};
const stepUp = 'The role does not allow it, or it needs a step-up (STEP_UP_REQUIRED).';
const moves =
  'The role does not allow it, it needs a step-up (STEP_UP_REQUIRED), or it is more than the key may move (KEY_LIMIT).';
const ownStepUp = { 403: 'It needs a step-up (STEP_UP_REQUIRED).' };
const otherBody = 'or the Idempotency-Key came with another body before';
const key = 'A field is wrong, or the Idempotency-Key is missing; errorMessage names it.';
const unended = 'the first call with this Idempotency-Key did not end: send it again';
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
const notWaiting = 'It no longer waits (NOT_WAITING).';
const resolved = { 409: 'It is resolved already.' };
const alike = 'a different beneficiary at another provider has the same id (NUMBERED_ALIKE).';
const noAddress = { 409: 'No address is set for events of this kind.' };

const search = {
  400: 'A field or a header is wrong, or the search is too short (SEARCH_TOO_SHORT); errorMessage says which and what helps.',
};

/** What only one call answers, beyond what every call may. */
const ownAnswers: Record<string, Record<number, string>> = {
  signIn: { 401: 'The email address or the password is wrong, or the account is disabled: one answer for all.' },
  verifyOtp: request,
  resendOtp: resend,
  getTwoFactorSetUp: { 404: request[404], 410: 'The request is over.' },
  confirmTwoFactor: request,
  renewSession: { 409: 'Too early (RENEWAL_TOO_EARLY) or 12 hours after sign-in (SESSION_AT_ITS_LIMIT).' },
  mailStepUpCode: { 409: 'This account does not receive codes by email.' },
  stepUp: {
    400: 'The code or the password is wrong, or a field is, or the account proves itself by the other (CODE_REQUIRED, PASSWORD_REQUIRED).',
    410: 'The mailed code is over: ten minutes, five wrong codes, or used.',
  },
  lookUpOtp: { 404: request[404], 410: 'The request is over.' },
  proveOtpByPasskey: request,
  beginPasskeyStepUp: { 409: 'The account has no passkey.' },
  stepUpByPasskey: {
    400: 'The passkey or its signature is wrong, or a field is.',
    410: 'The question is over: ten minutes, five wrong answers, or used.',
  },
  beginPasskey: { ...ownStepUp, 409: 'There are ten.' },
  addPasskey: { ...request, 409: 'It was added before, or there are ten.' },
  removePasskey: { ...ownStepUp, 409: 'It is the only second factor, and one is required here.' },
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
  setTwoFactorPolicy: {
    403: stepUp,
    409: 'You have no second factor yourself.',
  },
  resetTwoFactor: { ...people, 409: 'It is your own (OWN_ACCOUNT), or they have no second factor.' },
  resendInvitation: { ...people, 409: 'They have accepted it, or are disabled.' },
  ...administratorAnswers,
  listPayIns: search,
  exportPayIns: search,
  totalPayIns: search,
  listPayouts: search,
  exportPayouts: search,
  listPaymentIntents: search,
  startRefund: {
    400: key,
    403: moves,
    409: `The payment cannot be refunded, a refund of it is running, no user is left who can approve it (NO_APPROVER), or ${unended}.`,
    422: `More than what remains or what is available, ${otherBody}.`,
  },
  prepareBulkJob: {
    400: 'A field is wrong, the search is too short (SEARCH_TOO_SHORT), or there are no rows, or more than 10,000; errorMessage says which.',
    409: 'The earlier job is still running.',
    422: 'No account provider is connected yet.',
  },
  startBulkJob: {
    400: key,
    403: stepUp,
    409: `No row can be done, it was prepared over an hour ago, five jobs wait already, or ${unended}.`,
    422: `No account provider is connected yet, ${otherBody}.`,
  },
  makePayout: {
    400: key,
    403: moves,
    409: `No user is left who can approve it (NO_APPROVER), or now and then: ${unended}.`,
    422: `More than what is available, a beneficiary or an account that cannot be paid to or from, ${otherBody}.`,
  },
  approveOrder: {
    400: key,
    403: 'You may not approve it, it is your own (OWN_ORDER), you are excluded (EXCLUDED_APPROVER), or it needs a step-up (STEP_UP_REQUIRED).',
    409: `It no longer waits (NOT_WAITING), its recipient was changed (RECIPIENT_CHANGED), or ${unended}.`,
    422: `No account provider is connected (NO_ACCOUNT_PROVIDER), ${otherBody}.`,
  },
  askForApplication: {
    409: 'The merchant has an application of that name or has asked for it, ten requests are open, or you are an administrator of the platform.',
  },
  withdrawApplicationRequest: {
    409: 'It was decided or withdrawn, or you are an administrator of the platform.',
  },
  refuseOrder: { 403: 'You may not decide on it, or it is your own (OWN_ORDER).', 409: notWaiting },
  cancelOrder: { 403: 'Somebody else made it.', 409: notWaiting },
  setApprovalPolicy: { 403: stepUp, 409: 'Fewer than two people may move money (TOO_FEW_APPROVERS).' },
  confirmApprovalPolicy: { 403: 'You proposed it yourself, you may not, or it needs a step-up (STEP_UP_REQUIRED).' },
  addBeneficiary: {
    403: stepUp,
    409: `It is one of your beneficiaries already, or ${alike}`,
    422: 'The bank has another name and acceptsName is false (NAME_DIFFERS), or the account cannot be paid out of.',
  },
  disableBeneficiary: { 403: stepUp, 409: `It is the default of an account, or ${alike}` },
  setDefaultBeneficiary: {
    403: stepUp,
    409: `It was added less than 24 hours ago, or ${alike}`,
    422: 'It is not active or cannot take the currency, or the account cannot be paid out of.',
  },
  setPayoutSchedule: { 403: stepUp, 422: 'The account is not virtual or has no default beneficiary.' },
  quoteExchange: {
    422: 'The accounts or the amount cannot be exchanged.',
    429: 'More than 120 quotes a minute; Retry-After says when to try again.',
  },
  bookExchange: {
    400: key,
    403: stepUp,
    409: `The quote was used, or ${unended}.`,
    410: 'The quote is over.',
    422: `More than what is available, ${otherBody}.`,
  },
  makeSamplePayments: {
    404: "It does not exist, or is another merchant's, or the environment is no sandbox.",
    422: 'The application has no virtual account (NO_VIRTUAL_ACCOUNT) or no bank (NO_BANK), or the merchant is disabled (MERCHANT_DISABLED).',
    429: 'It was called five times in 24 hours; Retry-After says when to try again.',
  },
  createPaymentLink: {
    400: key,
    409: `Now and then: ${unended}.`,
    422: `No account of the application receives this currency, ${otherBody}.`,
  },
  cancelPaymentIntent: { 409: 'It is paid or over, or a payment of it is on its way.' },
  mailPaymentLink: {
    400: key,
    409: `It can no longer be paid or takes no more attempts, or ${unended}.`,
    422: 'The Idempotency-Key came with another body before.',
    429: 'Five times today for this link, a hundred for the merchant, or ten for the address.',
  },
  getStatement: noStatement,
  exportStatement: noStatement,
  getStatementMail: noStatement,
  addFileSchedule: {
    403: 'The role does not allow it, or does not allow another address.',
    409: 'The account has no statement, DATEV is for accounts in euros, 20 files are scheduled, or you are an administrator and named no address.',
  },
  deleteFileSchedule: { 403: 'The role does not allow it, or somebody else made it.' },
  addPaymentNote: { 409: 'The payment already has 200 notes.' },
  deletePaymentNote: { 403: 'The role does not allow it, or another user wrote it whose account is enabled.' },
  reviewPayment: { 409: 'Somebody has already marked it; errorMessage says who.' },
  shareView: {
    409: 'The team has 20 views of the list, one of this name with other filters, or one of these filters under another name.',
  },
  deleteSharedView: { 403: 'The role does not allow it, or somebody else shared it.' },
  setNoticeMail: {
    403: 'The role does not allow it, or does not let you see what it is about.',
    409: 'You are an administrator of the platform.',
  },
  setLowBalance: { 409: 'The account is not virtual, so nothing is known of its balance.' },
  setStatementMail: { 409: 'The account is not virtual, or you are an administrator of the platform.' },
  getReceipt: { 409: 'The payment was not made, or not yet.' },
  getStatementFile: {
    ...noStatement,
    400: 'A number or an account of the books is missing for DATEV, or a value is not valid.',
    422: 'The period has more lines than the format takes, is longer than a financial year of the DATEV books, or the account is not in euros there.',
  },
  getStatementDocument: { ...noStatement, 422: 'The period has more lines than a document holds.' },
  acceptException: {
    400: key,
    403: stepUp,
    409: `It is resolved, or cannot be booked before one side has ended or said more; or ${unended}.`,
    422: `The available balance is too low to book it, ${otherBody}.`,
  },
  disputeException: resolved,
  closeException: resolved,
  resetSecret: { 403: stepUp },
  setKeySettings: { 403: stepUp, 409: 'There is no such key yet.' },
  setWebhooksCallbacks: { 403: stepUp },
  resendWebhookDelivery: { 409: 'No address is set for events of this kind, or it was sent 1,000 times already.' },
  sendTestWebhook: noAddress,
};
