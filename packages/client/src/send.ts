import type { BuiltRequest } from './build-request.ts';
import type { Credentials } from './credentials.ts';
import {
  type CallFacts,
  type CallName,
  NoAnswerError,
  RefusalError,
  type RefusalBody,
  StrangeAnswerError,
} from './errors.ts';
import type { Effects } from './options.ts';
import { canRetry, readRetryAfter, waitBefore } from './retry.ts';
import type { Sending } from './sending.ts';

export interface SendParts {
  name: CallName;
  sending: Sending;
  request: BuiltRequest;
  credentials: Credentials;
  fetch: typeof fetch;
  signal: AbortSignal | undefined;
  timeout: number;
  retries: number;
  longestWait: number;
  effects: Effects;
}

/**
 * Sends a call, and retries after temporary failures: reads, and writes with an idempotency key, which stays the same. A call
 * that was refused because of its access token is sent once more with a new one, because nothing was done.
 */
export async function send(parts: SendParts): Promise<unknown> {
  const { name, sending, request, credentials, retries, longestWait, effects, signal } = parts;
  const isSafe = sending.method === 'GET' || request.idempotencyKey !== null;
  let renewals = 0;
  for (let attempts = 1; ; attempts++) {
    const facts: CallFacts = { call: name, idempotencyKey: request.idempotencyKey, attempts };
    let sent: Readonly<Record<string, string>> | undefined;
    try {
      signal?.throwIfAborted();
      sent = await credentials.headersFor(facts, signal);
      return await sendOnce(parts, sent, facts);
    } catch (error) {
      if (sent && renewals === 0 && isUnauthorized(error) && credentials.replace(sent)) {
        renewals = 1;
        continue;
      }
      if ((sent && !isSafe) || attempts - renewals > retries || !canRetry(error)) throw error;
      const retryAfter = error instanceof RefusalError ? error.retryAfter : null;
      if (retryAfter !== null && retryAfter * 1000 > longestWait) throw error;
      await effects.sleep(waitBefore(attempts - renewals, retryAfter, effects.random), signal);
    }
  }
}

const isUnauthorized = (error: unknown): boolean => error instanceof RefusalError && error.status === 401;

/** One try. Its time includes the body, except for a stream, which can last. */
async function sendOnce(
  parts: SendParts,
  credentials: Readonly<Record<string, string>>,
  facts: CallFacts,
): Promise<unknown> {
  const { request, signal, timeout, fetch } = parts;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const forward = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', forward, { once: true });
  const timer = setTimeout(() => ending.abort(), timeout);
  let isStream = false;
  try {
    // A redirect is not followed: it would take the key to another server.
    const headers = { ...credentials, ...request.init.headers };
    const response = await fetch(request.url, { ...request.init, headers, redirect: 'manual', signal: ending.signal });
    const answer = await readAnswer(response, parts, facts);
    isStream = answer instanceof Response;
    return answer;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RefusalError || error instanceof StrangeAnswerError) throw error;
    const why = ending.signal.aborted ? `nothing within ${timeout / 1000} seconds` : 'no connection';
    throw new NoAnswerError(`${facts.call}: ${why}.`, facts, { cause: error });
  } finally {
    clearTimeout(timer);
    if (!isStream) signal?.removeEventListener('abort', forward);
  }
}

async function readAnswer(response: Response, { sending, effects }: SendParts, facts: CallFacts): Promise<unknown> {
  const { status, headers, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new StrangeAnswerError(`${facts.call}: the address redirects, which is not followed.`, status, facts);
  if (!response.ok) {
    const retryAfter = readRetryAfter(headers.get('retry-after'), effects.now());
    throw new RefusalError({ status, headers, body: readRefusal(await response.text()) }, retryAfter, facts);
  }
  if (sending.accepts === null) {
    // Read to its end, so that the connection can be used again.
    await response.arrayBuffer();
    return undefined;
  }
  if (!sending.accepts.endsWith('+json')) return response;
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new StrangeAnswerError(`${facts.call}: the answer is not JSON.`, status, facts);
  }
}

/** A proxy's error page has no JSON. */
function readRefusal(text: string): RefusalBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as RefusalBody) : {};
  } catch {
    return {};
  }
}
