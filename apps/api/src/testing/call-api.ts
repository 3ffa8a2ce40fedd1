import type { AnyEndpoint, ResponseOf } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import type { ErrorCode } from '@volume/contract/error-codes.ts';
import { callerType, callerTypeHeader, mediaType } from '@volume/contract/headers.ts';
import type { ErrorHints, ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { type Answer, answersOf } from '#docs/answers.ts';
import { takesApiKeys } from '#docs/takes-api-keys.ts';
import type { Env } from '#http/kernel.ts';

export interface CallInput {
  params?: Record<string, string>;
  /** Appended unchanged, so tests can send repeated and malformed queries. */
  query?: string;
  /** Sent as JSON, except a string, which is sent unchanged. */
  body?: unknown;
  token?: string;
  /** The caller's address; unknown when omitted. */
  address?: string;
  headers?: Record<string, string>;
  prefix?: string;
}

export interface Called<E> {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed response of a success; throws when the call failed. */
  value: () => ResponseOf<E>;
  /** The error payload; throws when the call succeeded. */
  problem: () => ProviderErrorPayload & ErrorHints;
}

/** Makes one call of the contract through the app's HTTP interface. */
export async function callApi<E extends AnyEndpoint>(
  app: Hono<Env>,
  endpoint: E,
  input: CallInput = {},
): Promise<Called<E>> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => input.params?.[name] ?? `{${name}}`);
  const query = input.query === undefined ? '' : `?${input.query}`;
  const headers: Record<string, string> = { [callerTypeHeader]: callerType, accept: mediaType(endpoint.version) };
  if (input.token !== undefined) headers['authorization'] = `Bearer ${input.token}`;
  if (input.body !== undefined) headers['content-type'] = mediaType(endpoint.version);
  const body = input.body === undefined || typeof input.body === 'string' ? input.body : JSON.stringify(input.body);
  const init = {
    method: endpoint.method,
    headers: { ...headers, ...input.headers },
    ...(body === undefined ? {} : { body: body as string }),
  };
  const from = input.address === undefined ? {} : { remoteAddress: input.address };
  const response = await app.request(`${input.prefix ?? '/sandbox/api'}/${path}${query}`, init, from);
  return read(endpoint, response);
}

const documented = new WeakMap<AnyEndpoint, Answer[]>();
function documentedOf(endpoint: AnyEndpoint): Answer[] {
  const answers = documented.get(endpoint) ?? answersOf(endpoint);
  documented.set(endpoint, answers);
  return answers;
}
const ofContract = new Set(Object.values<AnyEndpoint>(endpoints));

/**
 * Each test of a call also tests the API reference: a status or a code that the reference does not list throws.
 * Endpoints that tests add have no reference.
 */
function refuseUndocumented(endpoint: AnyEndpoint, status: number, text: string): void {
  const isPlanted = !ofContract.has(endpoint);
  const code = status < 400 ? undefined : (JSON.parse(text) as { code: ErrorCode }).code;
  const isDocumented = (answer: Answer) => answer.status === status && (!code || answer.codes.includes(code));
  // A key is refused for its address before the call is found to take no keys.
  const isKeyRefused = code === 'ADDRESS_NOT_ALLOWED' && !takesApiKeys(endpoint.access);
  if (isPlanted || isKeyRefused || documentedOf(endpoint).some(isDocumented)) return;
  throw new Error(`${endpoint.name} answered ${status} ${code}, which its reference does not name.`);
}

/** An event stream lasts until the session ends, so it is not read. */
async function readText(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  await response.body?.cancel();
  return '';
}

async function read<E extends AnyEndpoint>(endpoint: E, response: Response): Promise<Called<E>> {
  const text = await readText(response);
  const { status, headers } = response;
  refuseUndocumented(endpoint, status, text);
  const describe = `${endpoint.name} answered ${status}: ${text.slice(0, 300)}`;
  return {
    status,
    headers,
    text,
    value: () => {
      if (status >= 400) throw new Error(describe);
      return (endpoint.response ? z.decode(endpoint.response, JSON.parse(text)) : undefined) as ResponseOf<E>;
    },
    problem: () => {
      if (status < 400) throw new Error(describe);
      return JSON.parse(text) as ProviderErrorPayload & ErrorHints;
    },
  };
}
