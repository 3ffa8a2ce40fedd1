const stepUp = 'The role does not allow it, or it needs a step-up (STEP_UP_REQUIRED).';
const noSecond = 'no second administrator could confirm it (NO_SECOND_ADMINISTRATOR)';
const pending = 'a proposal about them is pending (PROPOSAL_PENDING)';
const twoRemain = 'fewer than two with full access would remain (TWO_ADMINISTRATORS)';
/** What only the calls about administrators of the platform answer. */
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
};
