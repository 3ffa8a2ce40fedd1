import type { AnyEndpoint, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@volume/contract/endpoint.ts';
import { callHeaders, idempotencyKeyHeader, ifMatchHeader, mediaType, stepUpHeader } from '@volume/contract/headers.ts';
import * as z from 'zod/mini';
import { takeBegunCall } from '#boot/begun-calls.ts';
import { ApiError, KnownGenericError, searchRefusal, ShapeError, toCallError } from './errors.ts';
import { traceHeaders } from './calls/traceparent.ts';
import { log } from './log.ts';
import { stringifySearch } from './search-text.ts';
import { hasChangedElsewhere, tokenHolder } from '#platform/session/own-tab.ts';
import { endRefusedSession, storedToken } from '#platform/session/session.ts';
import { apiUrl, buildCommit } from './settings.ts';

type Part<Name extends string, Value> = [Value] extends [undefined] ? { [K in Name]?: undefined } : Record<Name, Value>;

interface CallExtras {
  signal?: AbortSignal | undefined;
  /** Sent as the application header of calls made for one application (contract §1). */
  applicationId?: string | undefined;
  /** Names a write that moves money, so that a second sending has no second effect (contract §1). */
  idempotencyKey?: string | undefined;
  /** The proof a large movement of money asks for (contract §8). */
  stepUp?: string | undefined;
  /** The version of the settings that this write began from (contract §11). */
  ifMatch?: string | undefined;
  /** An authorization header in place of the session's, for a public call with credentials of its own (§7). */
  authorization?: string | undefined;
  /** What a 401 means: the end of the session (§8), or an answer the caller handles. Public calls always answer. */
  unauthorised?: 'sign-out' | 'answer';
}
export type CallParts<E> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> &
  CallExtras;

interface LooseParts extends CallExtras {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Makes one call of the contract and answers its decoded response: amounts in minor units, times as wire text (§7).
 * @throws ProviderApiError, InvalidProviderError or ApiError by §8; ShapeError when the answer has another shape
 */
export async function call<P, Q, B, R>(
  endpoint: Endpoint<P, Q, B, R>,
  ...[parts]: object extends CallParts<Endpoint<P, Q, B, R>>
    ? [CallParts<Endpoint<P, Q, B, R>>?]
    : [CallParts<Endpoint<P, Q, B, R>>]
): Promise<ResponseOf<Endpoint<P, Q, B, R>>> {
  return (await callLoosely(endpoint as never, (parts ?? {}) as LooseParts)) as never;
}

async function callLoosely(endpoint: AnyEndpoint, parts: LooseParts): Promise<unknown> {
  const isPublic = endpoint.access.kind === 'public';
  if (!isPublic) refuseWithoutSession(endpoint);
  const token = isPublic ? '' : storedToken();
  const { response, text } = await exchange(endpoint, parts, token);
  if (response.ok) return readAnswer(endpoint, text);
  if (response.status === 401 && !isPublic && parts.unauthorised !== 'answer') endRefusedSession(token, true);
  const { status, statusText } = response;
  const failure = { ...place(endpoint), status, statusText, body: text, retryAfter: readRetryAfter(response) };
  const error = toCallError(failure);
  // Typing the first letters of a search is no fault of the portal.
  if (!searchRefusal(error)) log.error(`${endpoint.method} ${endpoint.path} answered ${status}`, redact(text));
  throw error;
}

/**
 * What is not this tab's to ask is not asked: without a token it is refused as the server would (§8), and with the token of
 * somebody else, whose session a refusal would end, not at all. A write needs the merchant to be the same too.
 * @throws ApiError 401 once the session is over, KnownGenericError after another tab's change
 */
export function refuseWithoutSession(endpoint: AnyEndpoint): void {
  const isWrite = endpoint.method !== 'GET';
  const holder = tokenHolder();
  if (holder === 'other' || (isWrite && hasChangedElsewhere())) {
    throw new KnownGenericError('Another user has signed in on another tab. Nothing was sent.');
  }
  if (holder === 'nobody') {
    throw new ApiError({ ...place(endpoint), status: 401, statusText: 'Unauthorized', body: '' });
  }
}

/** Milliseconds after which an answer is no longer waited for: three times what payouts may take (§2). */
const patienceMs = 30_000;

/** Sends a call and hears its whole answer. */
async function exchange(endpoint: AnyEndpoint, parts: LooseParts, token: string) {
  const { signal: given } = parts;
  const stop = new AbortController();
  const giveUp = (): void => stop.abort();
  const headers = toHeaders(endpoint, parts, token);
  const init: RequestInit = {
    method: endpoint.method,
    headers: { ...headers, ...traceHeaders() },
    credentials: 'omit',
    signal: stop.signal,
  };
  if (endpoint.body) init.body = JSON.stringify(z.encode(endpoint.body, parts.body));
  const timer = setTimeout(giveUp, patienceMs);
  given?.addEventListener('abort', giveUp);
  if (given?.aborted) giveUp();
  try {
    const url = apiUrl(pathOf(endpoint, parts));
    const response = await (takeBegunCall(url, headers, stop.signal) ?? fetch(url, init));
    return { response, text: await response.text() };
  } catch (error) {
    if (given?.aborted) throw error;
    log.error(`${endpoint.method} ${endpoint.path} got no answer`, error);
    const failure = { ...place(endpoint), status: 500, statusText: 'Internal Error', body: '' };
    throw new ApiError(failure, true, stop.signal.aborted);
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', giveUp);
  }
}

function toHeaders(endpoint: AnyEndpoint, parts: LooseParts, token: string): Record<string, string> {
  const { version } = endpoint;
  const authorization = parts.authorization ?? (token ? `Bearer ${token}` : undefined);
  return {
    ...callHeaders({ version, commit: buildCommit, authorization, applicationId: parts.applicationId }),
    ...(endpoint.body ? { 'content-type': mediaType(version) } : {}),
    ...(parts.idempotencyKey ? { [idempotencyKeyHeader]: parts.idempotencyKey } : {}),
    ...(parts.stepUp ? { [stepUpHeader]: parts.stepUp } : {}),
    ...(parts.ifMatch ? { [ifMatchHeader]: parts.ifMatch } : {}),
  };
}

/** A call's path below the API prefix, its parameters and query in their wire form. */
export function pathOf(endpoint: AnyEndpoint, { params = {}, query }: Pick<LooseParts, 'params' | 'query'>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  return endpoint.query && query ? path + stringifySearch(z.encode(endpoint.query, query)) : path;
}

function readAnswer(endpoint: AnyEndpoint, text: string): unknown {
  // Answers to writes may be empty (contract §9 Shapes): who needs the news reads it again.
  if (!endpoint.response || (text === '' && endpoint.method !== 'GET')) return undefined;
  try {
    return z.decode(endpoint.response, JSON.parse(text));
  } catch (error) {
    log.error(`${endpoint.method} ${endpoint.path} answered another shape`, error);
    throw new ShapeError(endpoint.shapeFailure ?? 'Failed to fetch data', error);
  }
}

/** Seconds to wait, by the Retry-After header; undefined when it says none. */
function readRetryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

const place = (endpoint: AnyEndpoint) => ({ endpoint: endpoint.path, method: endpoint.method });

// A failing sign-in or proxy page may echo what was typed; the log keeps the beginning and no long tokens.
function redact(body: string): string {
  return body.slice(0, 500).replace(/[\w-]{40,}(\.[\w-]+)*/g, '…');
}
