import type { CallFacts } from './errors.ts';
import type { KeyCredentials, OAuthCredentials, TokenCredentials } from './options.ts';
import { createTokens, type TokenParts } from './tokens.ts';

export type AnyCredentials = Partial<KeyCredentials & TokenCredentials & OAuthCredentials>;

type Sent = Readonly<Record<string, string>>;

/** The credentials of a client. */
export interface Credentials {
  /** Returns the headers of one try. Throws an error of the client when there are none. */
  headersFor: (facts: CallFacts, signal: AbortSignal | undefined) => Promise<Sent>;
  /** Called with the headers that the API answered with 401; returns whether the next try will send others. */
  replace: (refused: Sent) => boolean;
}

/** An empty credential is usually a missing environment variable. */
export function readCredentials(given: AnyCredentials, parts: Omit<TokenParts, keyof OAuthCredentials>): Credentials {
  const { applicationId, secret, token, clientId, clientSecret, scopes } = given;
  const kinds = [applicationId ?? secret, token, clientId ?? clientSecret].filter((each) => each !== undefined);
  if (kinds.length > 1) throw new TypeError('The client takes one of: a key, a token, or clientId and clientSecret.');
  if (token !== undefined) return unchanging(async () => bearer(typeof token === 'function' ? await token() : token));
  if (clientId !== undefined || clientSecret !== undefined) {
    if (!clientId || !clientSecret) throw new TypeError('The client needs both clientId and clientSecret.');
    return renewing({ ...parts, clientId, clientSecret, ...(scopes && { scopes }) });
  }
  if (applicationId === undefined && secret === undefined) return unchanging(async () => ({}));
  if (!applicationId || !secret) throw new TypeError('The client needs both applicationId and secret.');
  const headers = { 'x-application-id': applicationId, 'x-application-secret': secret };
  return unchanging(async () => headers);
}

const unchanging = (headersFor: () => Promise<Sent>): Credentials => ({ headersFor, replace: () => false });

function renewing(parts: TokenParts): Credentials {
  const tokens = createTokens(parts);
  return {
    headersFor: async (facts, signal) => bearer(await tokens.current(facts, signal)),
    replace: ({ authorization = '' }) => {
      tokens.forget(authorization.slice(scheme.length));
      return true;
    },
  };
}

const scheme = 'Bearer ';
const bearer = (token: string): Sent => ({ authorization: `${scheme}${token}` });
