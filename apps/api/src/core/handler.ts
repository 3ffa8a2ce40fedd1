import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@volume/contract/endpoint.ts';
import type { Caller } from './tenant.ts';
import type { FileStream, PaperDocument } from './files.ts';
import { fieldsOfPeople, namePeople } from './people/name-people.ts';
import { requireHeaders } from './required-headers.ts';
import type { Services } from './services.ts';

/** A response as handlers return it: sums beyond 2^53−1 are bigints (docs/decisions/24-exact-sums.md). */
export type WithSums<T> = T extends number ? T | bigint : { [Key in keyof T]: WithSums<T[Key]> };

export type AnswerOf<E> = [ResponseOf<E>] extends [undefined] ? void : WithSums<ResponseOf<E>>;

/** Callbacks with which a handler influences how its call is processed. */
export interface CallProgress {
  /** Marks the call as safe to repeat with the same Idempotency-Key. */
  setRepeatable: () => void;
  /** Marks the response as a replay of an earlier call's response with the same Idempotency-Key. */
  setReplayed: () => void;
}

export interface RequestFacts {
  traceId: string;
  /** Address of the peer; null when the platform does not provide it. */
  address: string | null;
  /** The application in `x-application-id`, already verified to be the caller's. */
  applicationId: string | null;
  header: (name: string) => string | null;
  /** The API base address that the caller used, without a trailing slash. */
  baseUrl: string;
  /** Undefined when a job makes the call. */
  progress?: CallProgress;
}

/** One call with parsed values: amounts in minor units, times and ids decoded. */
export interface Call<E> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: Caller;
  services: Services;
  request: RequestFacts;
}
export type PublicCall<E> = Omit<Call<E>, 'caller'>;

export interface AnyCall {
  params: unknown;
  query: unknown;
  body: unknown;
  caller: Caller | null;
  services: Services;
  request: RequestFacts;
}
/** Checks the credentials in a request's headers before anything else is read; throws a `Problem` to reject it. */
export type Admit = (call: Pick<AnyCall, 'services' | 'request'>) => Promise<void>;
export interface Handler {
  endpoint: AnyEndpoint;
  isPublic: boolean;
  run: (call: AnyCall) => Promise<unknown>;
  admit?: Admit | undefined;
}

/** A handler for callers with a session, after the headers that its contract requires. */
function withSession<E>(endpoint: AnyEndpoint, run: (call: Call<E>) => Promise<unknown>): Handler {
  const runAfterwards = async (call: Call<E>) => {
    await requireHeaders(endpoint, call);
    return run(call);
  };
  return { endpoint, isPublic: false, run: runAfterwards as Handler['run'] };
}

/** Handles one endpoint for callers with a session; throws a `Problem` to reject a call. Adds the names of people to its answer. */
export function handle<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<NoInfer<AnswerOf<E>>>,
): Handler {
  const fields = fieldsOfPeople(endpoint);
  if (fields.size === 0) return withSession(endpoint, run);
  return withSession<E>(endpoint, async (call) =>
    namePeople(call.services.database, call, { answer: await run(call), fields }),
  );
}

/** Handles one endpoint that needs no session; `admit` checks custom credentials. */
export function handlePublic<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: PublicCall<E>) => Promise<NoInfer<AnswerOf<E>>>,
  admit?: Admit,
): Handler {
  return { endpoint, isPublic: true, run: run as Handler['run'], admit };
}

/** Handles one endpoint that streams its rows; errors must be thrown before the first row. */
export function handleStream<E extends AnyEndpoint>(endpoint: E, run: (call: Call<E>) => Promise<FileStream>): Handler {
  return withSession(endpoint, run);
}

/** There is nothing to return yet: `now` is the response unless `wait` reports something new. It holds neither a turn nor a connection. */
export class NotYet<A = unknown> {
  readonly now: A;
  readonly wait: (gone: AbortSignal) => Promise<boolean>;

  constructor(now: A, wait: (gone: AbortSignal) => Promise<boolean>) {
    this.now = now;
    this.wait = wait;
  }
}

/** Handles one endpoint that can wait for something to return: then it runs again, after the caller was looked up again. */
export function handleWaiting<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<NoInfer<AnswerOf<E> | NotYet<AnswerOf<E>>>>,
): Handler {
  return withSession(endpoint, run);
}

export function handleEvents<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<ReadableStream<Uint8Array>>,
): Handler {
  return withSession(endpoint, run);
}

/** Handles one endpoint that returns the responses of several calls, made for the same caller. */
export function handleParts<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<readonly string[]>,
): Handler {
  return withSession(endpoint, run);
}

export function handleDocument<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<PaperDocument>,
): Handler {
  return withSession(endpoint, run);
}
