import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { Problem } from '#core/problem.ts';
import { isAccessToken } from '#core/secrets/access-token.ts';
import type { ApiKey, Caller, GivenApiKey } from '#core/tenant.ts';
import type { Kernel } from '#http/kernel.ts';
import { inTime } from '#http/turns/take-turn.ts';
import { keyHeadersHint } from './challenge.ts';
import type { ReportQuota } from './throttle.ts';

/** The bearer token of a request; null without the header, empty when it has another scheme. */
export function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization')?.trim() ?? '';
  return header === '' ? null : (/^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? '');
}

export function apiKeyOf({ headers }: Request): Asked['apiKey'] {
  const secret = headers.get(apiKeyHeader);
  return secret === null ? null : { applicationId: headers.get(applicationIdHeader), secret };
}

/** Our tokens have about 500 characters. */
const longestToken = 2048;

interface Asked {
  token: string | null;
  apiKey: { applicationId: string | null; secret: string } | null;
  address: string | null;
  /** Receives the remaining rate limit of a key. */
  reportQuota: ReportQuota;
}

/** The key for rate limits, and a function that looks up the caller. */
interface Identified {
  who: string;
  findCaller: () => Promise<Caller | null>;
}

/**
 * Identifies the caller. A session is counted by its id once its token's signature is verified, all others by address.
 * Public endpoints ignore an invalid token, because signing in again must work with an expired one.
 */
export async function identify({ access }: AnyEndpoint, asked: Asked, kernel: Kernel): Promise<Identified> {
  const { token, apiKey, address } = asked;
  if (access.kind !== 'public') {
    if (apiKey !== null) return identifyKey({ ...apiKey, address }, asked, kernel);
    if (token !== null && isAccessToken(token))
      return identifyKey({ accessToken: token, address }, { ...asked, token: null }, kernel);
  }
  const isReadable = token !== null && token !== '' && token.length <= longestToken;
  const verified = isReadable ? await inTime(kernel.giveUpAfter, () => kernel.authenticate(token)) : null;
  const ofAddress = addressKey(address);
  if (verified) kernel.throttle.session(verified.jti);
  else kernel.throttle.address(ofAddress);
  // All sessions of a user count as one caller.
  const who = verified ? `person ${verified.userAccountId}` : ofAddress;
  if (access.kind === 'public' || token === null) return { who, findCaller: async () => null };
  return {
    who,
    findCaller: async () => {
      const caller = await verified?.find();
      if (!caller) throw noSession(token);
      return caller;
    },
  };
}

/** Our tokens have three parts separated by two dots; a key or password that was sent as a token has none. */
const noSession = (token: string): Problem =>
  new Problem(
    401,
    token.includes('.')
      ? 'Your session has ended. Please sign in again.'
      : `This is not the token of a session. ${keyHeadersHint}`,
  );

const noApplication = (): Problem =>
  new Problem(401, `A key needs the id of its application, a UUID, in ${applicationIdHeader}. Nothing was done.`);

/** All calls of a key count together, whether they have the key or an access token of it. */
export const bucketOf = ({ applicationId, name }: ApiKey): string => `${applicationId} ${name}`;

/** A key is counted by address before it is looked up, and by itself once it is verified. */
function identifyKey(given: GivenApiKey, { token, reportQuota }: Asked, kernel: Kernel): Identified {
  const ofAddress = addressKey(given.address);
  kernel.throttle.address(ofAddress);
  if ('secret' in given && !Id.safeParse(given.applicationId).success) throw noApplication();
  if (token !== null) throw new Problem(400, 'Send a bearer token or an application key, not both.');
  return {
    who: ofAddress,
    findCaller: async () => {
      const caller = await kernel.authenticateApiKey(given);
      kernel.throttle.session(bucketOf(caller.apiKey), reportQuota);
      return caller;
    },
  };
}
