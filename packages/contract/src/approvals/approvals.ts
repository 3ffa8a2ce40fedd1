import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { approvalKinds, approvalSources, approvalStates, type ExclusionReason, exclusionReasons } from './labels.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id, MerchantParams } from '@volume/contract/ids.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf, PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** A payout or refund above the merchant's threshold, and the decision about it (contract §11). Amounts in minor units inside. */
export const Approval = z.object({
  /** The id of the payout or refund. */
  orderId: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  applicationId: z.string(),
  payInAccountId: z.number(),
  /** The refunded payment; null for a payout. */
  paymentId: z.nullable(z.string()),
  amount: Amount,
  currency: Currency,
  reference: z.nullable(z.string()),
  /** The recipient when the order was requested. The order can only be approved while the recipient is unchanged. */
  recipient: z.object({
    name: z.nullable(z.string()),
    accountNumber: z.nullable(z.string()),
    sortCode: z.nullable(z.string()),
    iban: z.nullable(z.string()),
  }),
  source: z.enum(approvalSources),
  /** Email address of the user who requested it, or who set its schedule. */
  requestedBy: z.string(),
  requestedByName: PersonName,
  /** Users who cannot approve the order, with one entry for each reason. */
  excluded: z.optional(
    z.array(
      z.object({
        email: z.string(),
        reason: z.enum(Object.keys(exclusionReasons) as [ExclusionReason, ...ExclusionReason[]]),
      }),
    ),
  ),
  createdAtUtc: UtcTime,
  expiresAtUtc: UtcTime,
  decidedBy: z.nullable(z.string()),
  decidedByName: PersonName,
  decidedAtUtc: z.nullable(UtcTime),
  reason: z.nullable(z.string()),
});
export type Approval = z.output<typeof Approval>;

/** Added to the payout or refund in our own endpoints; null when no second approver is needed (contract §11). */
export const approvalField = { approval: z.optional(z.nullable(Approval)) };

export const ApprovalPage = z.extend(pageOf(Approval), {
  /** Number of waiting orders, regardless of the filters. */
  waiting: z.int(),
  /** Whether the merchant requires a second approver at all. */
  isOn: z.boolean(),
});
export type ApprovalPage = z.output<typeof ApprovalPage>;

const mayRead = { kind: 'any-of', authorities: mayViewPayments, effect: 'read' } as const;
const mayDecide = { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' } as const;

export const listApprovals = endpoint({
  name: 'listApprovals',
  summary: 'Payouts and refunds that wait, or waited, for a second person, newest first',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/approvals',
  access: mayRead,
  params: MerchantParams,
  query: z.object({
    state: z.optional(listOf(approvalStates)),
    /** Only orders for refunds of this payment. */
    paymentId: z.optional(Id),
    orderId: z.optional(Id),
    page: PageNumber,
    size: PageSize,
  }),
  response: ApprovalPage,
});

const OrderParams = z.extend(MerchantParams, { orderId: Id });

export const getApproval = endpoint({
  name: 'getApproval',
  summary: 'One payout or refund that waits, or waited, for a second person',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/approvals/{orderId}',
  access: mayRead,
  params: OrderParams,
  response: Approval,
});

export const approveOrder = endpoint({
  name: 'approveOrder',
  summary: 'Approve it: its account provider is given the order now. Needs a step-up; 403 for every user in `excluded`',
  origin: 'ours',
  method: 'POST',
  path: 'merchants/{merchantId}/approvals/{orderId}/approve',
  access: mayDecide,
  isIdempotent: true,
  stepUp: 'always',
  params: OrderParams,
  response: Approval,
});

/** Why the order is refused; the requester can read it. */
export const RefusalReason = z.string().check(
  z.trim(),
  z.maxLength(200, 'must have 200 characters at most'),
  z.refine((text) => !/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(text), 'holds a character that is not text'),
);

export const refuseOrder = endpoint({
  name: 'refuseOrder',
  summary:
    'Refuse the order: it is cancelled and its money is available again. 403 for the user who made it, who can cancel it',
  origin: 'ours',
  method: 'POST',
  path: 'merchants/{merchantId}/approvals/{orderId}/refuse',
  access: mayDecide,
  params: OrderParams,
  body: z.strictObject({ reason: z.optional(z.nullable(RefusalReason)) }),
  response: Approval,
});

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  summary: 'Cancel your own order while it waits: its money is available again',
  origin: 'ours',
  method: 'POST',
  path: 'merchants/{merchantId}/approvals/{orderId}/cancel',
  access: mayDecide,
  params: OrderParams,
  response: Approval,
});

export const approvalEndpoints = { listApprovals, getApproval, approveOrder, refuseOrder, cancelOrder };
