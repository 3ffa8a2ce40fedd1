import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { idempotencyKeyHeader, stepUpHeader } from '@volume/contract/headers.ts';

/** A header that some calls need beside those of every call. */
export type OwnHeader = { name: string; isRequired: boolean; type: string; meaning: string };

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
  meaning: 'A stepUpToken of this session, needed for large amounts; without it 403 STEP_UP_REQUIRED.',
};

const own: Record<string, readonly OwnHeader[]> = {
  startRefund: [idempotencyKey, stepUpAbove],
  makePayout: [idempotencyKey, stepUpAbove],
  bookExchange: [idempotencyKey, stepUpAbove],
  createPaymentLink: [idempotencyKey],
  acceptException: [idempotencyKey, stepUp],
  setPayoutSchedule: [stepUpAbove],
  resetSecret: [stepUp],
  beginTwoFactor: [stepUp],
  beginEmailFactor: [stepUp],
  endTwoFactor: [stepUp],
  renewRecoveryCodes: [stepUp],
  changePassword: [stepUp],
};

/** The headers a call needs beyond those of every call (contract §1, §8). */
export function ownHeadersOf({ name }: Pick<AnyEndpoint, 'name'>): readonly OwnHeader[] {
  return own[name] ?? [];
}

/** Whether a call is made with the basic credentials of the sandbox instead of a token (§7, Sign-up). */
export function takesBasicCredentials({ name }: Pick<AnyEndpoint, 'name'>): boolean {
  return name === 'signUp';
}
