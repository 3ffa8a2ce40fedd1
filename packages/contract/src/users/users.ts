import * as z from 'zod/mini';
import { merchantRoles } from '@volume/contract/access.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id, MerchantParams } from '@volume/contract/ids.ts';
import { visible } from '@volume/contract/text/invisible-marks.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { User } from '@volume/contract/merchants/account.ts';

/** One to four roles of contract §5, each once. */
const Roles = z.array(z.enum(merchantRoles)).check(
  z.minLength(1, 'must hold at least one role'),
  z.refine((roles: readonly string[]) => new Set(roles).size === roles.length, 'must name each role once'),
);

export const UserName = OneLine.check(
  z.minLength(1, 'must not be empty'),
  z.maxLength(100, 'has 100 characters at most'),
);
export const UserPhone = z
  .string()
  .check(visible(), z.trim(), z.regex(/^\+?[\d ()./-]{5,30}$/, 'must be a phone number such as +44 20 7946 0101'));

const managers = { kind: 'any-of', authorities: ['EDIT_SETTINGS', 'ACCOUNT_ADMIN'] } as const;
const MerchantUserParams = z.object({ merchantId: Id, userId: Id });
const UserParams = z.object({ userId: Id });
const path = 'merchants/{merchantId}/accounts';

export const listUsers = endpoint({
  name: 'listAccounts',
  summary: "A merchant's users",
  origin: 'specification',
  method: 'GET',
  path,
  access: { ...managers, effect: 'read' },
  params: MerchantParams,
  response: z.array(User),
});

export const listRoles = endpoint({
  name: 'listRoles',
  summary: "The roles a merchant's users may have",
  origin: 'specification',
  method: 'GET',
  path: 'merchants/{merchantId}/roles',
  access: { ...managers, effect: 'read' },
  params: MerchantParams,
  response: z.array(z.string()),
});

/** Other deployments can return an empty body for writes (contract §9 Shapes), so clients reload the list. */
export const createUser = endpoint({
  name: 'createAccount',
  summary: 'Add a user and mail the invitation that sets their password',
  origin: 'specification',
  method: 'POST',
  path,
  access: { ...managers, effect: 'write' },
  stepUp: 'always',
  status: 201,
  params: MerchantParams,
  body: z.strictObject({
    merchantId: Id,
    email: EmailAddress,
    roles: Roles,
    name: z.optional(z.nullable(UserName)),
    phone: z.optional(z.nullable(UserPhone)),
  }),
  response: User,
});

export const updateUser = endpoint({
  name: 'updateAccount',
  summary: "Change a user's roles, name or phone; omitted fields stay. New roles end all sessions of the user",
  origin: 'specification',
  method: 'PUT',
  path: `${path}/{userId}`,
  access: { ...managers, effect: 'write' },
  stepUp: 'sometimes',
  comparesVersions: true,
  params: MerchantUserParams,
  body: z.strictObject({
    roles: z.optional(Roles),
    name: z.optional(z.nullable(UserName)),
    phone: z.optional(z.nullable(UserPhone)),
  }),
  response: User,
});

export const disableUser = endpoint({
  name: 'disableAccount',
  summary: 'Disable a user: every session of theirs ends',
  origin: 'specification',
  method: 'PUT',
  path: 'accounts/{userId}/disable',
  access: { ...managers, effect: 'write' },
  params: UserParams,
  response: User,
});

export const enableUser = endpoint({
  name: 'enableAccount',
  summary: 'Enable a user again',
  origin: 'specification',
  method: 'PUT',
  path: 'accounts/{userId}/enable',
  access: { ...managers, effect: 'write' },
  stepUp: 'sometimes',
  params: UserParams,
  response: User,
});

/** Other deployments can return an empty body for writes, so clients reload the list. */
export const resetTwoFactor = endpoint({
  name: 'resetTwoFactor',
  summary:
    'Take away a second factor that was lost with its recovery codes: every session of theirs ends; needs a step-up',
  origin: 'ours',
  method: 'POST',
  path: 'accounts/{userId}/two-factor/reset',
  access: { kind: 'any-of', authorities: ['ACCOUNT_ADMIN'], effect: 'write' },
  stepUp: 'sometimes',
  params: UserParams,
  response: User,
});

export const updateSelf = endpoint({
  name: 'updateSelf',
  summary: 'Change your name or phone; omitted fields stay',
  origin: 'ours',
  method: 'PUT',
  path: 'accounts/self',
  access: { kind: 'signed-in', effect: 'write' },
  status: 204,
  body: z.strictObject({ name: z.optional(z.nullable(UserName)), phone: z.optional(z.nullable(UserPhone)) }),
});

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  summary: 'Mail the invitation again; the link before it stops working',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{userId}/invitation`,
  access: { ...managers, effect: 'write' },
  stepUp: 'sometimes',
  status: 204,
  params: MerchantUserParams,
});

export const userEndpoints = {
  listAccounts: listUsers,
  listRoles,
  createAccount: createUser,
  updateAccount: updateUser,
  updateSelf,
  disableAccount: disableUser,
  enableAccount: enableUser,
  resendInvitation,
  resetTwoFactor,
};
