import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { UserName } from '@volume/contract/users/users.ts';
import { administratorAccess, proposedActions } from './labels.ts';

const Person = z.object({ email: z.string(), name: z.nullable(z.string()) });

/** A change of an administrator that waits for a second administrator. */
const Proposal = z.object({
  proposalId: z.string(),
  action: z.enum(proposedActions),
  proposedBy: Person,
  /** Whether the caller made the proposal and therefore cannot confirm it. */
  isOwn: z.boolean(),
  proposedAtUtc: UtcTime,
  expiresAtUtc: UtcTime,
});

/** An administrator of the platform (contract §8, Administrators of the platform). */
export const Administrator = z.object({
  administratorId: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  access: z.enum(administratorAccess),
  enabled: z.boolean(),
  invitation: z.enum(['PENDING', 'ACCEPTED']),
  invitedAtUtc: UtcTime,
  /** Null for administrators whom the command line created. */
  invitedBy: z.nullable(Person),
  twoFactor: z.enum(['NONE', 'EMAIL', 'TOTP', 'PASSKEY']),
  /** Whether a passkey is also accepted. */
  hasPasskey: z.boolean(),
  lastSignInAtUtc: z.nullable(UtcTime),
  /** Whether this is the caller. */
  isOneself: z.boolean(),
  proposal: z.nullable(Proposal),
});
export type Administrator = z.output<typeof Administrator>;

const path = 'administrators';
const mayWrite = { kind: 'admin', effect: 'write' } as const;
const one = {
  origin: 'ours',
  method: 'POST',
  access: mayWrite,
  params: z.object({ administratorId: Id }),
  response: Administrator,
} as const;
const proposal = { ...one, params: z.object({ administratorId: Id, proposalId: Id }) } as const;

export const listAdministrators = endpoint({
  name: 'listAdministrators',
  summary: 'The administrators of the platform',
  origin: 'ours',
  method: 'GET',
  path,
  access: { kind: 'admin', effect: 'read' },
  response: z.array(Administrator),
});

export const inviteAdministrator = endpoint({
  name: 'inviteAdministrator',
  summary: 'Add an administrator and mail the invitation that sets their password; needs a step-up',
  origin: 'ours',
  method: 'POST',
  path,
  access: mayWrite,
  stepUp: 'always',
  status: 201,
  body: z.strictObject({
    email: EmailAddress,
    name: z.optional(z.nullable(UserName)),
    access: z.enum(administratorAccess),
  }),
  response: Administrator,
});

export const resendAdministratorInvitation = endpoint({
  ...one,
  name: 'resendAdministratorInvitation',
  summary: 'Mail the invitation again, and the link before it stops working; needs a step-up',
  path: `${path}/{administratorId}/invitation`,
  stepUp: 'always',
  status: 204,
  response: undefined,
});

export const withdrawAdministratorInvitation = endpoint({
  ...one,
  name: 'withdrawAdministratorInvitation',
  summary: 'Withdraw an invitation that was not accepted: its link stops working and the administrator is removed',
  method: 'DELETE',
  path: `${path}/{administratorId}/invitation`,
  status: 204,
  response: undefined,
});

/** One with full access is only proposed to be disabled, until a second administrator confirms. */
export const disableAdministrator = endpoint({
  ...one,
  name: 'disableAdministrator',
  summary:
    'Disable an administrator: every session of theirs ends. One with full access is disabled when a second administrator confirms. Needs a step-up',
  path: `${path}/{administratorId}/disable`,
  stepUp: 'sometimes',
});

export const enableAdministrator = endpoint({
  ...one,
  name: 'enableAdministrator',
  summary: 'Enable an administrator again; needs a step-up',
  path: `${path}/{administratorId}/enable`,
  stepUp: 'sometimes',
});

export const resetAdministratorTwoFactor = endpoint({
  ...one,
  name: 'resetAdministratorTwoFactor',
  summary:
    'Propose to take away a second factor that was lost: it is reset when a second administrator confirms. Needs a step-up',
  path: `${path}/{administratorId}/two-factor/reset`,
  stepUp: 'sometimes',
});

export const confirmAdministratorProposal = endpoint({
  ...proposal,
  name: 'confirmAdministratorProposal',
  summary: 'Confirm what another administrator proposed: it takes effect immediately; needs a step-up',
  path: `${path}/{administratorId}/proposals/{proposalId}/confirm`,
  stepUp: 'sometimes',
});

export const withdrawAdministratorProposal = endpoint({
  ...proposal,
  name: 'withdrawAdministratorProposal',
  summary: 'Withdraw or refuse a proposal: nothing changes. The administrator it is about cannot',
  method: 'DELETE',
  path: `${path}/{administratorId}/proposals/{proposalId}`,
});

export const administratorEndpoints = {
  listAdministrators,
  inviteAdministrator,
  resendAdministratorInvitation,
  withdrawAdministratorInvitation,
  disableAdministrator,
  enableAdministrator,
  resetAdministratorTwoFactor,
  confirmAdministratorProposal,
  withdrawAdministratorProposal,
};
