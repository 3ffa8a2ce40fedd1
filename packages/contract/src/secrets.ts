import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ApplicationParams } from './ids.ts';
import { UtcTime } from './period.ts';

export const secretKeys = ['PRIMARY', 'SECONDARY'] as const;
export type SecretKey = (typeof secretKeys)[number];

const KeySummary = z.object({
  isSet: z.boolean(),
  /** The end of the key, the rest hidden. */
  maskedValue: z.nullable(z.string()),
  updatedAtUtc: z.nullable(UtcTime),
});
export type KeySummary = z.output<typeof KeySummary>;

/** contract §3 SecretSummary: which keys an application has, never the keys. */
export const SecretSummary = z.object({ applicationId: z.string(), primaryKey: KeySummary, secondaryKey: KeySummary });
export type SecretSummary = z.output<typeof SecretSummary>;

const path = 'merchants/{merchantId}/applications/{applicationId}/secret';
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;

export const getSecretSummary = endpoint({
  name: 'getSecretSummary',
  summary: 'Which keys an application has',
  origin: 'specification',
  method: 'GET',
  path,
  access: { ...editors, effect: 'read' },
  params: ApplicationParams,
  response: SecretSummary,
});

export const resetSecret = endpoint({
  name: 'resetSecret',
  summary: 'Replace one key of an application, which is answered this once; the other keeps working',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{key}/reset`,
  access: { ...editors, effect: 'write' },
  params: z.extend(ApplicationParams, { key: z.enum(secretKeys) }),
  response: z.object({ key: z.enum(secretKeys), value: z.string() }),
});
