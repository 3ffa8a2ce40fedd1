import type { AnyEndpoint, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@volume/contract/endpoint.ts';
import {
  callHeaders,
  idempotencyKeyHeader,
  ifMatchHeader,
  mediaType,
  stepUpHeader,
  traceIdHeader,
} from '@volume/contract/headers.ts';
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

export interface CallExtras {
  signal?: AbortSignal | undefined;
  /** The application header, for requests of one application (contract §1). */
  applicationId?: string | undefined;
  /** Makes a write that moves money idempotent (contract §1). */
  idempotencyKey?: string | undefined;
  /** The step-up proof for a large payment (contract §8). */
  stepUp?: string | undefined;
  /** The version of the settings that this write is based on (contract §11). */
  ifMatch?: string | undefined;
  /** Replaces the session's authorization header, for a public endpoint with its own credentials (§7). */
  authorization?: string | undefined;
  /** Whether a 401 ends the session (§8) or is left to the caller, as it always is for public endpoints. */
  unauthorised?: 'sign-out' | 'answer';
  /** Receives the trace id of the call, where the API sends one. */
  onTrace?: ((traceId: string | undefined) => void) | undefined;
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
 * Sends a request of the contract and returns the decoded response: amounts in minor units, times as API text (§7).
 * @throws ProviderApiError, InvalidProviderError or ApiError by §8; ShapeError for an invalid response
 */
export async function call<P, Q, B, R>(
  endpoint: Endpoint<P, Q, B, R>,
  ...[parts]: object extends CallParts<Endpoint<P, Q, B, R>>
    ? [CallParts<Endpoint<P, Q, B, R>>?]
    : [CallParts<Endpoint<P, Q, B, R>>]
): Promise<ResponseOf<Endpoint<P, Q, B, R>>> {
  try {
    return (await callLoosely(endpoint as never, (parts ?? {}) as LooseParts)) as never;
  } finally {
    if (endpoint.method !== 'GET') onWrite();
  }
}

let onWrite = (): void => undefined;

/** Calls `act` after each write, also a refused one, because the server records those too. Only the last `act` is kept. */
export const afterEachWrite = (act: () => void): void => void (onWrite = act);

async function callLoosely(endpoint: AnyEndpoint, parts: LooseParts): Promise<unknown> {
  const isPublic = endpoint.access.kind === 'public';
  if (!isPublic) refuseWithoutSession(endpoint);
  const token = isPublic ? '' : storedToken();
  const { response, text } = await exchange(endpoint, parts, token);
  parts.onTrace?.(response.headers.get(traceIdHeader) ?? undefined);
  if (response.ok) return readAnswer(endpoint, text);
  if (response.status === 401 && !isPublic && parts.unauthorised !== 'answer') endRefusedSession(token, true);
  const { status, statusText } = response;
  const failure = { ...callOf(endpoint), status, statusText, body: text, retryAfter: readRetryAfter(response) };
  const error = toCallError(failure);
  // A search refused as too short is not an error of the portal.
  if (!searchRefusal(error)) log.error(`${endpoint.method} ${endpoint.path} answered ${status}`, redact(text));
  throw error;
}

/**
 * Refuses requests that this tab must not send. Without a token it throws the 401 that the server would return (§8).
 * With another user's token it throws too, because a refusal would end their session. A write also needs an unchanged
 * merchant.
 * @throws ApiError 401 after the session has ended, KnownGenericError after another tab's change
 */
export function refuseWithoutSession(endpoint: AnyEndpoint): void {
  const isWrite = endpoint.method !== 'GET';
  const holder = tokenHolder();
  if (holder === 'other' || (isWrite && hasChangedElsewhere())) {
    throw new KnownGenericError('Another user has signed in on another tab. Nothing was sent.');
  }
  if (holder === 'nobody') {
    throw new ApiError({ ...callOf(endpoint), status: 401, statusText: 'Unauthorized', body: '' });
  }
}

/** The timeout of a request: three times what payouts can take (§2). */
const patienceMs = 30_000;

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
    const send = () => fetch(url, init);
    const response = (await (takeBegunCall(url, headers, stop.signal) ?? send())) ?? (await send());
    return { response, text: await response.text() };
  } catch (error) {
    if (given?.aborted) throw error;
    log.error(`${endpoint.method} ${endpoint.path} got no answer`, error);
    const failure = { ...callOf(endpoint), status: 500, statusText: 'Internal Error', body: '' };
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

/** The path of a request below the API prefix, with encoded parameters and query. */
export function pathOf(endpoint: AnyEndpoint, { params = {}, query }: Pick<LooseParts, 'params' | 'query'>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  return endpoint.query && query ? path + stringifySearch(z.encode(endpoint.query, query)) : path;
}

function readAnswer(endpoint: AnyEndpoint, text: string): unknown {
  // Responses to writes can be empty (contract §9 Shapes); callers then refetch the data.
  if (!endpoint.response || (text === '' && endpoint.method !== 'GET')) return undefined;
  try {
    return z.decode(endpoint.response, JSON.parse(text));
  } catch (error) {
    log.error(`${endpoint.method} ${endpoint.path} answered another shape`, error);
    throw new ShapeError(endpoint.shapeFailure ?? 'Failed to fetch data', error);
  }
}

/** The seconds of the Retry-After header, undefined without one. */
function readRetryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

const callOf = (endpoint: AnyEndpoint) => ({ endpoint: endpoint.path, method: endpoint.method });

// A failed sign-in or a proxy's page may echo what was typed, so the log keeps only the beginning, without long tokens.
function redact(body: string): string {
  return body.slice(0, 500).replace(/[\w-]{40,}(\.[\w-]+)*/g, '…');
}
