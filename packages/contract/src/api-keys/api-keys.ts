import * as z from 'zod/mini';
import { isAddressRange } from '@volume/contract/text/address-range.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams } from '@volume/contract/ids.ts';
import { Amount, AmountFromZero } from '@volume/contract/money/money.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';

export const apiKeySlots = ['PRIMARY', 'SECONDARY'] as const;
export type ApiKeySlot = (typeof apiKeySlots)[number];

const ApiKeySummary = z.object({
  isSet: z.boolean(),
  /** The last characters of the key; the others are hidden. */
  maskedValue: z.nullable(z.string()),
  updatedAtUtc: z.nullable(UtcTime),
});
export type ApiKeySummary = z.output<typeof ApiKeySummary>;

/** contract §3 SecretSummary: which keys an application has, without the keys themselves. */
export const ApiKeysSummary = z.object({
  applicationId: z.string(),
  primaryKey: ApiKeySummary,
  secondaryKey: ApiKeySummary,
});
export type ApiKeysSummary = z.output<typeof ApiKeysSummary>;

/** The maximum number of addresses and ranges that one key can be used from. */
export const mostAllowedAddresses = 20;

/**
 * The settings of one key, and when and from where it was last used; amounts in minor units in the server (contract
 * §11).
 */
const ApiKeySettings = z.object({
  key: z.enum(apiKeySlots),
  /** Addresses and ranges that it can be used from; an empty list allows every address. */
  allowedAddresses: z.array(z.string()),
  /**
   * The amount per currency that it can move within 24 hours without a user; null for the amount that a user can move
   * without a step-up.
   */
  moneyLimit: z.nullable(Amount),
  /** For the current value of the key: a new value has never been used. */
  lastUsedAtUtc: z.nullable(UtcTime),
  lastUsedFrom: z.nullable(z.string()),
  /** The version of `allowedAddresses` and `moneyLimit`. */
  version: SettingsVersion,
});
export type ApiKeySettings = z.output<typeof ApiKeySettings>;

const path = 'merchants/{merchantId}/applications/{applicationId}/secret';
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;

export const getApiKeys = endpoint({
  name: 'getSecretSummary',
  summary: 'Which keys an application has',
  origin: 'specification',
  method: 'GET',
  path,
  access: { ...editors, effect: 'read' },
  params: ApplicationParams,
  response: ApiKeysSummary,
});

export const resetApiKey = endpoint({
  name: 'resetSecret',
  summary: 'Replace one key of an application, which is answered this once; the other keeps working',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{key}/reset`,
  access: { ...editors, effect: 'write' },
  stepUp: 'always',
  params: z.extend(ApplicationParams, { key: z.enum(apiKeySlots) }),
  response: z.object({ key: z.enum(apiKeySlots), value: z.string() }),
});

export const getApiKeySettings = endpoint({
  name: 'getKeySettings',
  summary: 'The settings of each application key, and when it was last used; null where there is no key',
  origin: 'ours',
  method: 'GET',
  path: `${path}/settings`,
  access: { ...editors, effect: 'read' },
  params: ApplicationParams,
  response: z.object({
    /** The limit for 24 hours of a key without its own limit. */
    usualMoneyLimit: Amount,
    primaryKey: z.nullable(ApiKeySettings),
    secondaryKey: z.nullable(ApiKeySettings),
  }),
});

export const AddressRange = z
  .string()
  .check(z.maxLength(64), z.refine(isAddressRange, 'must be an IP address or a range such as 203.0.113.0/24'));

export const setApiKeySettings = endpoint({
  name: 'setKeySettings',
  summary: 'From which addresses a key may be used and how much it may move without a person',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/{key}/settings`,
  access: { ...editors, effect: 'write' },
  stepUp: 'sometimes',
  comparesVersions: true,
  params: z.extend(ApplicationParams, { key: z.enum(apiKeySlots) }),
  body: z.strictObject({
    allowedAddresses: z.array(AddressRange).check(z.maxLength(mostAllowedAddresses)),
    moneyLimit: z.nullable(AmountFromZero),
  }),
  response: ApiKeySettings,
});
