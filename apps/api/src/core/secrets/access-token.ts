import { fromBase64Url, toBase64Url } from './keyed-hash.ts';

/** The content of an access token (decision 61). */
export interface TokenFacts {
  applicationId: string;
  /** PRIMARY, SECONDARY, or the id of a named key. */
  key: string;
  /** Seconds since 1970. */
  until: number;
  /** Null for a token with all scopes of its key. */
  scopes: readonly string[] | null;
}

/** A token that was read and not verified. */
export interface ReadToken extends TokenFacts {
  /** The signed text. */
  text: string;
  signature: string;
}

/** A prefix that distinguishes access tokens from session tokens, so that neither is accepted as the other. */
const prefix = 'volume_token_';
const longest = 1000;

export const isAccessToken = (token: string): boolean => token.startsWith(prefix);

export const tokenText = ({ applicationId, key, until, scopes }: TokenFacts): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify([applicationId, key, until, scopes])));

export const writeToken = (text: string, signature: string): string => `${prefix}${text}.${signature}`;

/** Null when it is not of this form. */
export function readToken(token: string): ReadToken | null {
  const [text = '', signature = '', ...more] = token.slice(prefix.length).split('.');
  if (!isAccessToken(token) || token.length > longest || more.length > 0) return null;
  try {
    const [applicationId, key, until, scopes] = JSON.parse(new TextDecoder().decode(fromBase64Url(text))) as unknown[];
    const isForm = typeof applicationId === 'string' && typeof key === 'string' && typeof until === 'number';
    return isForm ? { applicationId, key, until, scopes: scopes as string[] | null, text, signature } : null;
  } catch {
    return null;
  }
}
