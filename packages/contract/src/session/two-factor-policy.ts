import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';

/** Whether all users of a merchant must have a second factor (contract §8). */
export const TwoFactorPolicy = z.object({ isRequired: z.boolean() });
export type TwoFactorPolicy = z.output<typeof TwoFactorPolicy>;

const shared = {
  origin: 'ours',
  path: 'merchants/{merchantId}/two-factor-policy',
  params: MerchantParams,
  response: TwoFactorPolicy,
} as const;

export const getTwoFactorPolicy = endpoint({
  ...shared,
  name: 'getTwoFactorPolicy',
  summary: 'Whether a merchant requires a second factor of everyone',
  method: 'GET',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read' },
});

/** When it becomes required, the sessions of users without a second factor end, and their next sign-in starts with its set-up. */
export const setTwoFactorPolicy = endpoint({
  ...shared,
  name: 'setTwoFactorPolicy',
  summary: 'Require a second factor of every user, or stop; needs a step-up, 409 when you have none',
  method: 'PUT',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' },
  stepUp: 'always',
  body: z.strictObject({ isRequired: z.boolean() }),
});
