import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id, MerchantParams } from '@volume/contract/ids.ts';
import { Amount, AmountInput } from '@volume/contract/money/money.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** Payouts and refunds above these amounts need a second approver, by currency; null disables the rule. Minor units inside. */
const Thresholds = z.object({ GBP: z.nullable(Amount), EUR: z.nullable(Amount) });
export type Thresholds = z.output<typeof Thresholds>;

/** When a merchant's payouts and refunds need a second approver (contract §11). */
export const ApprovalPolicy = z.object({
  thresholds: Thresholds,
  /** Enabled users of the merchant who are allowed to move money. The policy needs at least two. */
  approvers: z.array(z.object({ email: z.string(), name: z.nullable(z.string()) })),
  /** A less strict policy that another user must confirm. */
  proposal: z.nullable(
    z.object({
      proposalId: z.string(),
      thresholds: Thresholds,
      proposedBy: z.string(),
      proposedByName: PersonName,
      proposedAtUtc: UtcTime,
      expiresAtUtc: UtcTime,
    }),
  ),
});
export type ApprovalPolicy = z.output<typeof ApprovalPolicy>;

const mayWrite = { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' } as const;
const shared = { origin: 'ours', response: ApprovalPolicy } as const;
const path = 'merchants/{merchantId}/approval-policy';

export const getApprovalPolicy = endpoint({
  ...shared,
  name: 'getApprovalPolicy',
  summary: 'Above which sums a merchant’s payouts and refunds wait for a second person',
  method: 'GET',
  path,
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read' },
  params: MerchantParams,
});

/** A stricter policy applies immediately. A less strict one is stored as a proposal until another user confirms it. */
export const setApprovalPolicy = endpoint({
  ...shared,
  name: 'setApprovalPolicy',
  summary: 'Set the thresholds; needs a step-up, 409 with fewer than two users who can move money',
  method: 'PUT',
  path,
  access: mayWrite,
  stepUp: 'always',
  params: MerchantParams,
  body: z.strictObject({ GBP: z.nullable(AmountInput), EUR: z.nullable(AmountInput) }),
});

export const confirmApprovalPolicy = endpoint({
  ...shared,
  name: 'confirmApprovalPolicy',
  summary: 'Confirm the looser policy that another user proposed; needs a step-up',
  method: 'POST',
  path: `${path}/proposals/{proposalId}/confirm`,
  access: mayWrite,
  stepUp: 'always',
  params: z.extend(MerchantParams, { proposalId: Id }),
});

export const withdrawApprovalPolicy = endpoint({
  ...shared,
  name: 'withdrawApprovalPolicy',
  summary: 'Withdraw or refuse a proposed looser policy: the current one remains',
  method: 'DELETE',
  path: `${path}/proposals/{proposalId}`,
  access: mayWrite,
  params: z.extend(MerchantParams, { proposalId: Id }),
});

export const approvalPolicyEndpoints = {
  getApprovalPolicy,
  setApprovalPolicy,
  confirmApprovalPolicy,
  withdrawApprovalPolicy,
};
