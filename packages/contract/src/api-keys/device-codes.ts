import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, SecretId } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { foldDeviceCode } from '@volume/contract/api-keys/device-code-text.ts';

/** A code can be used for this long. */
export const minutesOfDeviceCode = 10;
/** The tool waits this long between two questions. */
export const secondsBetweenPolls = 5;
/** A key that was allowed with a code expires after this long. */
export const daysOfToolKey = 90;

/** Any text of about this length: an impossible code gets the same response as a wrong one. */
const DeviceCode = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(20), z.overwrite(foldDeviceCode));
const Part = OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(40));

/** A tool's request for a key. */
const StartedSignIn = z.object({
  /** Only the tool knows it and uses it to fetch the key. */
  deviceCode: z.string(),
  /** What the user types in the portal: `XXXX-XXXX`. */
  userCode: z.string(),
  /** The portal's page for codes. */
  verificationUri: z.string(),
  /** The same page with the code filled in. */
  verificationUriComplete: z.string(),
  /** Seconds for which the code can be used. */
  expiresIn: z.number(),
  /** Seconds to wait between two questions for the key. */
  interval: z.number(),
});

/** The details of a request that a user sees before they decide. */
const WaitingTool = z.object({
  /** The tool, as it names itself. */
  toolName: z.string(),
  /** The machine, as the tool names it. */
  machineName: z.string(),
  /** The network address of the request; null when it is unknown. */
  fromAddress: z.nullable(z.string()),
  askedAtUtc: UtcTime,
  /** Until this time the user can decide and the tool can fetch the key. */
  codeExpiresAtUtc: UtcTime,
  /** The name that the key would get. */
  keyName: z.string(),
});
export type WaitingTool = z.output<typeof WaitingTool>;

const FetchedKey = z.object({
  merchantId: z.string(),
  applicationId: z.string(),
  keyId: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  expiresAtUtc: UtcTime,
  /** The key, returned only this once. */
  value: z.string(),
});
export type FetchedKey = z.output<typeof FetchedKey>;

const shared = { origin: 'ours', method: 'POST' } as const;
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' } as const;
const path = 'merchants/{merchantId}/applications/{applicationId}/device-codes';
const params = ApplicationParams;
const body = z.strictObject({ userCode: DeviceCode });

export const startDeviceSignIn = endpoint({
  ...shared,
  name: 'startDeviceSignIn',
  summary: 'Ask for a key with a code that a user confirms in the portal',
  path: 'device-codes',
  access: { kind: 'public' },
  body: z.strictObject({ toolName: Part, machineName: Part }),
  response: StartedSignIn,
});

export const fetchDeviceKey = endpoint({
  ...shared,
  name: 'fetchDeviceKey',
  summary: 'Fetch the key once a user has allowed it, which is answered this once',
  path: 'device-codes/key',
  access: { kind: 'public' },
  body: z.strictObject({ deviceCode: SecretId }),
  response: FetchedKey,
});

export const lookUpDeviceCode = endpoint({
  ...shared,
  name: 'lookUpDeviceCode',
  summary: 'Which tool asks for a key with this code; counts wrong codes',
  path: `${path}/look-up`,
  access: editors,
  params,
  body,
  response: WaitingTool,
});

export const allowDeviceCode = endpoint({
  ...shared,
  name: 'allowDeviceCode',
  summary: 'Give the tool with this code a key that reads events, plays scenarios and replays events, for 90 days',
  path: `${path}/allow`,
  status: 204,
  access: editors,
  stepUp: 'always',
  params,
  body,
});

export const denyDeviceCode = endpoint({
  ...shared,
  name: 'denyDeviceCode',
  summary: 'Give the tool with this code no key',
  path: `${path}/deny`,
  status: 204,
  access: editors,
  params,
  body,
});

export const deviceCodeEndpoints = {
  startDeviceSignIn,
  fetchDeviceKey,
  lookUpDeviceCode,
  allowDeviceCode,
  denyDeviceCode,
};
