import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { apiKeySlots } from './api-keys.ts';

/** The facts about a key that it can read itself, without its value. */
const OwnKey = z.object({
  merchantId: z.string(),
  applicationId: z.string(),
  applicationName: z.string(),
  key: z.enum([...apiKeySlots, 'NAMED']),
  /** Null for the primary and secondary key. */
  name: z.nullable(z.string()),
  scopes: z.array(z.string()),
  expiresAtUtc: z.nullable(UtcTime),
  /** An empty list allows every address. */
  allowedAddresses: z.array(z.string()),
  /** The address that this call came from. */
  calledFrom: z.nullable(z.string()),
  paymentStatusWebhookUrl: z.nullable(z.string()),
  refundWebhookUrl: z.nullable(z.string()),
  payoutWebhookUrl: z.nullable(z.string()),
  nowUtc: UtcTime,
});
export type OwnKey = z.output<typeof OwnKey>;

/** 409 for a user who has signed in. */
export const getOwnKey = endpoint({
  name: 'getOwnKey',
  summary: 'The key that makes this call: its merchant and application, and what it can do from where',
  origin: 'ours',
  method: 'GET',
  path: 'keys/self',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read', apiKeys: ['READ', 'TOOL'] },
  response: OwnKey,
});
