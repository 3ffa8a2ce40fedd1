const stepUp = 'The role does not allow it, or it needs a step-up (STEP_UP_REQUIRED).';
const anotherNote = 'Another administrator wrote the note, or the role does not allow it.';
const noSecond = 'no second administrator could confirm it (NO_SECOND_ADMINISTRATOR)';
const pending = 'a proposal about them is pending (PROPOSAL_PENDING)';
const twoRemain = 'fewer than two with full access would remain (TWO_ADMINISTRATORS)';

/** The responses of calls that only administrators of the platform can make, in addition to those of every call. */
export const administratorAnswers: Record<string, Record<number, string>> = {
  inviteAdministrator: { 403: stepUp, 409: 'This email address is already in use (ACCOUNT_EXISTS).' },
  resendAdministratorInvitation: { 403: stepUp, 409: 'They have accepted it, or are disabled.' },
  withdrawAdministratorInvitation: { 409: 'They have accepted it.' },
  disableAdministrator: {
    403: stepUp,
    409: `It is your own account (OWN_ACCOUNT), their invitation is pending, ${twoRemain}, ${noSecond}, or ${pending}.`,
  },
  enableAdministrator: { 403: stepUp, 409: 'It is your own account (OWN_ACCOUNT).' },
  resetAdministratorTwoFactor: {
    403: stepUp,
    409: `It is your own account (OWN_ACCOUNT), they have no second factor, ${noSecond}, or ${pending}.`,
  },
  confirmAdministratorProposal: {
    403: 'You proposed it (OWN_PROPOSAL), it is about you, you were invited less than a day ago (NEW_ADMINISTRATOR), the role does not allow it, or it needs a step-up (STEP_UP_REQUIRED).',
    409: `They have no second factor any more, or ${twoRemain}.`,
  },
  withdrawAdministratorProposal: { 403: 'It is about you, or the role does not allow it.' },
  exportPersonalData: { 403: stepUp },
  erasePersonalData: {
    403: stepUp,
    409: 'They are an administrator with full access (FULL_ADMINISTRATOR), or the last administrator of a merchant (LAST_MERCHANT_ADMIN).',
    422: 'The reason names the person.',
  },
  addBank: { 403: stepUp, 409: 'A bank with this id exists, or one of this name that takes the same currency.' },
  changeBank: { 403: stepUp, 409: 'Another bank that takes the same currency has this name.' },
  switchBankOff: { 403: stepUp, 409: 'It is off already; errorMessage says who switched it off, and when.' },
  switchBankOn: { 403: stepUp, 409: 'It is on already.' },
  retryFailedJob: { 403: stepUp, 409: 'The job is running, was retried already, or no longer fails.' },
  discardFailedJob: {
    403: stepUp,
    409: 'The job is running or still retried, or no longer fails.',
    422: 'A job of this kind cannot be discarded (NOT_DISCARDABLE).',
  },
  retryFailedJobs: { 403: stepUp },
  createMerchant: {
    400: 'A field is wrong, or a bank does not confirm a name; errorMessage has a line for each.',
    403: stepUp,
    409: 'Another merchant has the name, or the first user’s address is in use.',
  },
  saveMerchantDraft: { 409: 'There are 50 drafts already.' },
  changeMerchantFee: {
    400: 'The percentage is wrong or the present one, or the day has passed or is more than a year ahead.',
    403: stepUp,
  },
  withdrawFeeChange: { 403: stepUp, 409: 'No change is planned, or its day has begun (NOTHING_PLANNED).' },
  changeMerchantCompany: { 403: stepUp, 409: 'Another merchant has the name.' },
  changeMerchantLimits: { 403: stepUp },
  withdrawMerchantLimits: { 403: stepUp, 409: 'No change is planned: it was withdrawn, or its day has begun.' },
  addMerchantApplication: {
    400: 'A field is wrong, or a bank does not confirm a name; errorMessage has a line for each.',
    403: stepUp,
    409: 'The merchant has an application of that name, or the request was decided or withdrawn.',
  },
  addMerchantAccount: {
    400: 'A field is wrong, or the bank does not confirm the name.',
    403: stepUp,
    409: 'The application has an account in this currency.',
  },
  declineApplicationRequest: { 409: 'It was decided or withdrawn.' },
  addMerchantNote: { 409: 'There are 200 notes about this merchant already.' },
  correctMerchantNote: { 403: anotherNote },
  removeMerchantNote: { 403: anotherNote },
  disableMerchant: { 403: stepUp, 409: 'It is already disabled (ALREADY_DISABLED).' },
  enableMerchant: {
    403: stepUp,
    409: 'It is already enabled (ALREADY_ENABLED), or was disabled again since then (CHANGED_MEANWHILE).',
  },
};
