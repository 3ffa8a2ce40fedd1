import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { idempotencyKeyHeader, ifMatchHeader, stepUpHeader } from '@volume/contract/headers.ts';
import { neverSetVersion } from '@volume/contract/portal/settings-version.ts';

/** A header that some calls need beside those of every call. */
export interface OwnHeader {
  name: string;
  isRequired: boolean;
  type: string;
  meaning: string;
}

const idempotencyKey: OwnHeader = {
  name: idempotencyKeyHeader,
  isRequired: true,
  type: 'UUID',
  meaning: 'One for each thing you mean to do; the same one when you try it again.',
};
const stepUp: OwnHeader = {
  name: stepUpHeader,
  isRequired: true,
  type: 'text',
  meaning: 'A stepUpToken of this session; without it 403 STEP_UP_REQUIRED.',
};
const stepUpAbove: OwnHeader = {
  ...stepUp,
  isRequired: false,
  meaning:
    'A stepUpToken of this session, needed for large amounts, sums over 24 hours and new beneficiaries; without it 403 STEP_UP_REQUIRED.',
};

const stepUpForRoles: OwnHeader = {
  ...stepUp,
  isRequired: false,
  meaning: 'A stepUpToken of this session, needed for other roles; without it 403 STEP_UP_REQUIRED.',
};

const stepUpForMore: OwnHeader = {
  ...stepUp,
  isRequired: false,
  meaning: 'A stepUpToken of this session, needed to allow the key more; without it 403 STEP_UP_REQUIRED.',
};

const own: Record<string, readonly OwnHeader[]> = {
  startRefund: [idempotencyKey, stepUpAbove],
  startBulkJob: [idempotencyKey, stepUpAbove],
  makePayout: [idempotencyKey, stepUpAbove],
  bookExchange: [idempotencyKey, stepUpAbove],
  createPaymentLink: [idempotencyKey],
  mailPaymentLink: [idempotencyKey],
  acceptException: [idempotencyKey, stepUp],
  approveOrder: [idempotencyKey, stepUp],
  exportPersonalData: [stepUp],
  erasePersonalData: [stepUp],
  addBank: [stepUp],
  changeBank: [stepUp],
  switchBankOff: [stepUp],
  switchBankOn: [stepUp],
  retryFailedJob: [stepUp],
  discardFailedJob: [stepUp],
  retryFailedJobs: [stepUp],
  disableMerchant: [stepUp],
  enableMerchant: [stepUp],
  changeMerchantFee: [stepUp],
  withdrawFeeChange: [stepUp],
  changeMerchantCompany: [stepUp],
  changeMerchantLimits: [stepUp],
  withdrawMerchantLimits: [stepUp],
  addMerchantApplication: [stepUp],
  addMerchantAccount: [stepUp],
  setApprovalPolicy: [stepUp],
  confirmApprovalPolicy: [stepUp],
  createMerchant: [stepUp],
  setPayoutSchedule: [stepUp],
  addBeneficiary: [stepUp],
  disableBeneficiary: [stepUp],
  setDefaultBeneficiary: [stepUp],
  setWebhooksCallbacks: [stepUp],
  createAccount: [stepUp],
  updateAccount: [stepUpForRoles],
  enableAccount: [stepUp],
  resetTwoFactor: [stepUp],
  setTwoFactorPolicy: [stepUp],
  resendInvitation: [stepUp],
  inviteAdministrator: [stepUp],
  resendAdministratorInvitation: [stepUp],
  disableAdministrator: [stepUp],
  enableAdministrator: [stepUp],
  resetAdministratorTwoFactor: [stepUp],
  confirmAdministratorProposal: [stepUp],
  resetSecret: [stepUp],
  setKeySettings: [stepUpForMore],
  beginTwoFactor: [stepUp],
  beginEmailFactor: [stepUp],
  endTwoFactor: [stepUp],
  beginPasskey: [stepUp],
  removePasskey: [stepUp],
  renewRecoveryCodes: [stepUp],
  changePassword: [stepUp],
};

/** For each call that compares versions, where a client finds the one to send. */
const versionOfCall: Record<string, string> = {
  setPayoutSchedule: `version of the account's schedule in the list, or ${neverSetVersion} where it has none yet`,
  setInstitutions: 'institutionsVersion of the application',
  changeBank: 'version of the bank',
  changeMerchantFee: 'version of the fee',
  withdrawFeeChange: 'version of the fee',
  setBrand: 'version of the brand',
  setWebhooksCallbacks: 'addressesVersion of the application',
  updateAccount: 'version of the user',
  setKeySettings: "version of the key's settings",
  setLowBalance: 'lowBalanceVersion of the pay-in account',
  changeMerchantCompany: 'version of the company in the settings of the merchant',
  changeMerchantLimits: 'version of the limits in the settings of the merchant',
  withdrawMerchantLimits: 'version of the limits in the settings of the merchant',
  saveMerchantDraft: `version of the draft, or ${neverSetVersion} where it is not saved yet`,
};

/** Whether a call is refused when its value was changed since it was read (contract §11). */
export const takesIfMatch = ({ name }: Pick<AnyEndpoint, 'name'>): boolean => name in versionOfCall;

function ifMatchOf({ name }: Pick<AnyEndpoint, 'name'>): OwnHeader[] {
  const version = versionOfCall[name];
  if (version === undefined) return [];
  const meaning = `The ${version}, as you read it. If the value has changed since: 409 CHANGED_MEANWHILE, and nothing is saved. Without this header the last write wins.`;
  return [{ name: ifMatchHeader, isRequired: false, type: 'text', meaning }];
}

/** The headers a call needs beyond those of every call (contract §1, §8, §11). */
export function ownHeadersOf(endpoint: Pick<AnyEndpoint, 'name'>): readonly OwnHeader[] {
  return [...(own[endpoint.name] ?? []), ...ifMatchOf(endpoint)];
}

/** Whether a call is made with the basic credentials of the sandbox instead of a token (§7, Sign-up). */
export function takesBasicCredentials({ name }: Pick<AnyEndpoint, 'name'>): boolean {
  return name === 'signUp';
}
