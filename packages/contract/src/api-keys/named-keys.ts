import * as z from 'zod/mini';
import { apiKeyScopes } from '@volume/contract/access.ts';
import { AddressRange, mostAllowedAddresses } from '@volume/contract/api-keys/api-keys.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { Amount, AmountFromZero } from '@volume/contract/money/money.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** A named key, in addition to the primary and the secondary key. */
export const mostNamedKeys = 20;
/** The portal warns this many days before a key expires. */
export const daysOfExpiryWarning = 14;

export const KeyName = OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(40));
const KeyScopes = z.array(z.enum(apiKeyScopes)).check(z.minLength(1, 'must name at least one scope'));

/** A key of an application in addition to its primary and secondary one. Its rights are set when it is created. */
const NamedKey = z.object({
  keyId: z.string(),
  name: z.string(),
  /** The scopes of the calls that it can make; each call by key needs one. */
  scopes: z.array(z.string()),
  /** The last characters of the key; the others are hidden. */
  maskedValue: z.string(),
  createdAtUtc: UtcTime,
  /** Email address of the user who created it. */
  createdBy: z.string(),
  createdByName: PersonName,
  /** When its current value was made. */
  updatedAtUtc: UtcTime,
  /** From this time on its current value is refused; null for never. */
  expiresAtUtc: z.nullable(UtcTime),
  /** Addresses and ranges that it can be used from; an empty list allows every address. */
  allowedAddresses: z.array(z.string()),
  /** The amount per currency that it can move within 24 hours; null for the limit of a user without a step-up. */
  moneyLimit: z.nullable(Amount),
  /** For its current value: a new value has never been used. */
  lastUsedAtUtc: z.nullable(UtcTime),
  lastUsedFrom: z.nullable(z.string()),
});
export type NamedKey = z.output<typeof NamedKey>;

/** A new key. Without a limit, addresses or expiry it has the usual limit, works from anywhere and does not expire. */
const NewNamedKey = z.strictObject({
  name: KeyName,
  scopes: KeyScopes,
  expiresAtUtc: z.optional(z.nullable(UtcTime)),
  allowedAddresses: z.optional(z.array(AddressRange).check(z.maxLength(mostAllowedAddresses))),
  moneyLimit: z.optional(z.nullable(AmountFromZero)),
});

const path = 'merchants/{merchantId}/applications/{applicationId}/keys';
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;
const KeyParams = z.extend(ApplicationParams, { keyId: Id });
/** The key and its value, which is returned only this once. */
const KeyWithValue = z.object({ key: NamedKey, value: z.string() });

export const listNamedKeys = endpoint({
  name: 'listKeys',
  summary: 'The keys of an application in addition to its primary and secondary one, by name',
  origin: 'ours',
  method: 'GET',
  path,
  access: { ...editors, effect: 'read' },
  params: ApplicationParams,
  response: z.array(NamedKey),
});

export const createNamedKey = endpoint({
  name: 'createKey',
  summary: 'Create a key with a name, scopes and an expiry; its value is answered this once',
  origin: 'ours',
  method: 'POST',
  path,
  access: { ...editors, effect: 'write' },
  stepUp: 'always',
  params: ApplicationParams,
  body: NewNamedKey,
  response: KeyWithValue,
});

export const renameNamedKey = endpoint({
  name: 'renameKey',
  summary: 'Give a key another name',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/{keyId}/name`,
  access: { ...editors, effect: 'write' },
  params: KeyParams,
  body: z.strictObject({ name: KeyName }),
  response: NamedKey,
});

export const rotateNamedKey = endpoint({
  name: 'rotateKey',
  summary:
    'Replace the value of a key, which is answered this once, and its expiry; the old value is refused from then on',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{keyId}/rotate`,
  access: { ...editors, effect: 'write' },
  stepUp: 'always',
  params: KeyParams,
  body: z.strictObject({ expiresAtUtc: z.nullable(UtcTime) }),
  response: KeyWithValue,
});

export const revokeNamedKey = endpoint({
  name: 'revokeKey',
  summary: 'Delete a key, which is refused from then on',
  origin: 'ours',
  method: 'DELETE',
  path: `${path}/{keyId}`,
  status: 204,
  // A tool revokes its own key.
  access: { ...editors, effect: 'write', apiKeys: 'TOOL' },
  params: KeyParams,
});

export const namedKeyEndpoints = {
  listKeys: listNamedKeys,
  createKey: createNamedKey,
  renameKey: renameNamedKey,
  rotateKey: rotateNamedKey,
  revokeKey: revokeNamedKey,
};
