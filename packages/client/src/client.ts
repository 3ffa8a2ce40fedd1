import { buildRequest, type CallInput, readBaseUrl } from './build-request.ts';
import { type AnyCredentials, readCredentials } from './credentials.ts';
import type { CallName } from './errors.ts';
import { type CallByKey, type Calls, sendings } from './generated/calls.ts';
import {
  type CallOptions,
  type ClientOptions,
  type Given,
  type KeyCredentials,
  type OAuthCredentials,
  platformEffects,
  type TokenCredentials,
} from './options.ts';
import { eachRow, type ListName, type Pages } from './pages.ts';
import { send } from './send.ts';

export { isRefusal, NoAnswerError, RefusalError, StrangeAnswerError, VolumeError } from './errors.ts';
export type { CallName, CodeOf, RefusalBody } from './errors.ts';
export type { CallByKey, Calls, Shapes, WebhookBodies } from './generated/calls.ts';
export type { CallOptions, ClientOptions, KeyCredentials, OAuthCredentials, TokenCredentials } from './options.ts';
export type { ListName } from './pages.ts';

/** Each call as a method, and each list as rows: `client.pages.listPayIns(…)`. */
export type Client<Names extends CallName = CallName> = {
  readonly [K in Names]: (...given: Given<Calls[K]['input']>) => Promise<Calls[K]['output']>;
} & { readonly pages: Pages<Extract<Names, ListName>> };

/** A client for a server, with the calls that an application key can make: with the key itself, or by OAuth. */
export function createClient(options: ClientOptions & (KeyCredentials | OAuthCredentials)): Client<CallByKey>;
/** A client with every call: those of a signed-in user, and those that need no session. */
export function createClient(options: ClientOptions & Partial<TokenCredentials>): Client;
export function createClient(options: ClientOptions & AnyCredentials): Client {
  const call = createCaller(options);
  const names = Object.keys(sendings) as CallName[];
  const methods = names.map((name) => [name, (input: CallInput = {}, own: CallOptions = {}) => call(name, input, own)]);
  const lists = names.map((name) => [
    name,
    (input: CallInput = {}, own: CallOptions = {}) => eachRow((page) => call(name, page, own), input),
  ]);
  return { ...Object.fromEntries(methods), pages: Object.fromEntries(lists) } as Client;
}

function createCaller(options: ClientOptions & AnyCredentials) {
  const { timeout = 30_000, retries = 3, longestWait = 60_000, allowHttp = false } = options;
  const baseUrl = readBaseUrl(options.baseUrl, allowHttp);
  const effects = { ...platformEffects, ...options.effects };
  // Called without an object: browsers refuse a `fetch` that is called as a method of another object.
  const fetchNow: typeof fetch = (...given) => (options.fetch ?? fetch)(...given);
  const credentials = readCredentials(options, { baseUrl, fetch: fetchNow, now: effects.now, timeout });
  return async (name: CallName, input: CallInput, own: CallOptions): Promise<unknown> => {
    const sending = sendings[name];
    return send({
      name,
      sending,
      request: buildRequest({ baseUrl, name, sending, input, options: own, newKey: effects.uuid }),
      credentials,
      fetch: fetchNow,
      signal: own.signal,
      timeout: own.timeout ?? timeout,
      retries: own.retries ?? retries,
      longestWait,
      effects,
    });
  };
}
