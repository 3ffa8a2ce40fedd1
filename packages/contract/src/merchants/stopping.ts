import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** Who disabled a merchant, when and why. Each is null when an older version disabled it; `reason` can be null in any case. */
export const Disabled = z.object({
  atUtc: z.nullable(UtcTime),
  /** The administrator's email address, or the command of an operator. */
  by: z.nullable(z.string()),
  byName: PersonName,
  /** Administrators of the platform see it; the merchant does not. */
  reason: z.nullable(z.string()),
});
export type Disabled = z.output<typeof Disabled>;

const Sums = z.array(z.object({ currency: Currency, amount: Amount }));

/** The most open links that are counted. */
export const mostCountedLinks = 10_000;

/** Everything that stops and continues when a merchant is disabled, counted now. Amounts in minor units inside. */
export const MerchantStopping = z.object({
  merchantId: z.string(),
  /** Null while the merchant is enabled. */
  disabled: z.nullable(Disabled),
  stops: z.object({
    /** Users who can sign in while the merchant is enabled. */
    users: z.int(),
    apiKeys: z.int(),
    /** Links that can still be paid, 10,000 at most; `hasMoreLinks` when there are more. */
    openLinks: z.int(),
    hasMoreLinks: z.boolean(),
    /** Payments that their payer has not approved at the bank. */
    unapprovedPayments: z.int(),
    /** Payouts and refunds that wait for a second person. */
    waitingOrders: z.int(),
    /** The next payout of a schedule; null without an active schedule. */
    nextPayoutAtUtc: z.nullable(UtcTime),
    /** Bulk jobs that wait or run. */
    bulkJobs: z.int(),
  }),
  continues: z.object({
    /** Payments that their payer has approved and that are not completed. */
    approvedPayments: z.int(),
    /** Payouts and refunds that were sent to their account provider and are not completed, with their sums. */
    payouts: z.int(),
    refunds: z.int(),
    onTheirWay: Sums,
    /** Available and held, without payouts and refunds in progress. Currencies without an account are omitted. */
    balances: Sums,
  }),
  /** The merchant's administrators who can be mailed, in the order in which they were added. */
  administrators: z.array(z.object({ name: z.nullable(z.string()), email: z.string() })),
});
export type MerchantStopping = z.output<typeof MerchantStopping>;

const MerchantState = z.object({ merchantId: z.string(), disabled: z.nullable(Disabled) });

export const getMerchantStopping = endpoint({
  name: 'getMerchantStopping',
  summary: 'What stops and what continues when a merchant is disabled, counted now',
  origin: 'ours',
  method: 'GET',
  path: 'platform/merchants/{merchantId}/stopping',
  access: { kind: 'admin', effect: 'read' },
  params: MerchantParams,
  response: MerchantStopping,
});

/** Why a merchant was disabled or enabled; shown to platform administrators. */
export const MerchantReason = plainText(500);
const mailAdministrators = z.optional(z.boolean());
const mayChange = { kind: 'admin', effect: 'write' } as const;

export const disableMerchant = endpoint({
  name: 'disableMerchant',
  summary: 'Disable a merchant: its users are signed out, and nothing that moves money can be begun for it',
  origin: 'ours',
  method: 'POST',
  path: 'platform/merchants/{merchantId}/disable',
  access: mayChange,
  stepUp: 'always',
  params: MerchantParams,
  body: z.strictObject({ reason: MerchantReason, mailAdministrators }),
  response: MerchantState,
});

export const enableMerchant = endpoint({
  name: 'enableMerchant',
  summary: 'Enable a disabled merchant again; its users sign in again',
  origin: 'ours',
  method: 'POST',
  path: 'platform/merchants/{merchantId}/enable',
  access: mayChange,
  stepUp: 'always',
  params: MerchantParams,
  body: z.strictObject({
    reason: z.optional(z.nullable(MerchantReason)),
    mailAdministrators,
    /** When the merchant was disabled, as the caller read it: 409 when it was disabled again since then. */
    disabledAtUtc: z.optional(z.nullable(UtcTime)),
  }),
  response: MerchantState,
});

export const merchantStoppingEndpoints = { getMerchantStopping, enableMerchant, disableMerchant };
