import { type CallFacts, NoAnswerError, RefusalError, StrangeAnswerError, type VolumeError } from './errors.ts';
import type { OAuthCredentials } from './options.ts';
import { readRetryAfter } from './retry.ts';

export interface TokenParts extends OAuthCredentials {
  baseUrl: string;
  fetch: typeof fetch;
  now: () => number;
  /** Milliseconds for asking once. */
  timeout: number;
}

interface Tokens {
  /** Returns a token that is valid now. Throws an error of the client when it gets none, or the signal's reason. */
  current: (facts: CallFacts, signal: AbortSignal | undefined) => Promise<string>;
  /** Drops a token that was refused, so that the next one is new. */
  forget: (refused: string) => void;
}

interface Held {
  token: string;
  /** Milliseconds since 1970. */
  renewAt: number;
  endsAt: number;
}
type Failure = (facts: CallFacts) => VolumeError;
type Asked = { held: Held } | { failure: Failure };

/** Milliseconds before its end from which on a token is renewed; a fifth of its life where that is less. */
const longestMargin = 60_000;
/** Milliseconds until a token that still works is renewed again, after that has failed. */
const pause = 5_000;

/** Access tokens by client credentials (RFC 6749, 4.4), cached until shortly before they expire. */
export function createTokens(parts: TokenParts): Tokens {
  const { now, timeout } = parts;
  let held: Held | undefined;
  let running: { asked: Promise<Asked>; startedAt: number } | undefined;
  const keep = (asked: Asked): void => {
    if ('held' in asked) held = asked.held;
    else if (held !== undefined) held.renewAt = now() + pause;
  };
  const ask = (): Promise<Asked> => {
    const startedAt = now();
    // On edge platforms, a promise that one request started can be dropped together with it, and then never settles.
    if (running !== undefined && startedAt - running.startedAt <= 2 * timeout) return running.asked;
    const own = { startedAt, asked: requestToken(parts) };
    running = own;
    void own.asked.then((asked) => {
      if (running !== own) return;
      running = undefined;
      keep(asked);
    });
    return own.asked;
  };
  return {
    current: async (facts, signal) => {
      if (held !== undefined && now() < held.renewAt) return held.token;
      const asked = await waitFor(ask(), signal, timeout);
      if ('held' in asked) return asked.held.token;
      // It could not be renewed, but it is still valid.
      if (held !== undefined && now() < held.endsAt) return held.token;
      throw asked.failure(facts);
    },
    forget: (refused) => {
      if (held?.token === refused) held = undefined;
    },
  };
}

/** Never rejects: several calls can wait for it, and each throws its own error. */
async function requestToken(parts: TokenParts): Promise<Asked> {
  const { baseUrl, clientId, clientSecret, scopes, fetch, timeout, now } = parts;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scopes !== undefined) form.set('scope', scopes.join(' '));
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${btoa([clientId, clientSecret].map(encodeURIComponent).join(':'))}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), timeout);
  const askedAt = now();
  try {
    const init = { method: 'POST', headers, body: form.toString(), redirect: 'manual', signal: ending.signal } as const;
    const response = await fetch(`${baseUrl}/oauth/token`, init);
    return readAnswer(response, await response.text(), { askedAt, now: now() });
  } catch (cause) {
    if (ending.signal.aborted) return tooLate(timeout);
    return { failure: (facts) => new NoAnswerError(`${facts.call}: no connection for a token.`, facts, { cause }) };
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = (timeout: number): Asked => ({
  failure: (facts) => new NoAnswerError(`${facts.call}: no token within ${timeout / 1000} seconds.`, facts),
});

function readAnswer({ status, headers }: Response, text: string, at: { askedAt: number; now: number }): Asked {
  const body = readJson(text);
  if (status === 200) {
    const { access_token: token, expires_in: seconds, token_type: type } = body;
    if (typeof token !== 'string' || token === '' || typeof seconds !== 'number' || !/^bearer$/i.test(String(type)))
      return strange('the answer is no token', status);
    const life = seconds * 1000;
    const endsAt = at.askedAt + life;
    return { held: { token, endsAt, renewAt: endsAt - Math.min(longestMargin, life / 5) } };
  }
  if (status < 400) return strange('the address of tokens does not answer as the API does', status);
  const { error, error_description: errorMessage } = body;
  const refusal = {
    status,
    headers,
    body: {
      ...(typeof error === 'string' && { code: error }),
      ...(typeof errorMessage === 'string' && { errorMessage }),
    },
  };
  const retryAfter = readRetryAfter(headers.get('retry-after'), at.now);
  return { failure: (facts) => new RefusalError(refusal, retryAfter, facts) };
}

const strange = (what: string, status: number): Asked => ({
  failure: (facts) => new StrangeAnswerError(`${facts.call}: ${what}.`, status, facts),
});

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Waits for a shared request: the signal ends only this wait. */
function waitFor(asked: Promise<Asked>, signal: AbortSignal | undefined, timeout: number): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', stop, { once: true });
    // Longer than the request itself can take: only for one that was dropped.
    const timer = setTimeout(() => resolve(tooLate(timeout)), 2 * timeout);
    void asked.then((answer) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(answer);
    });
    if (signal?.aborted) stop();
  });
}
