import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@volume/contract/endpoint.ts';
import type { Caller } from './tenant.ts';
import type { CsvStream, PaperDocument } from './files.ts';
import type { Services } from './services.ts';

/** A shape as the API makes it: a sum beyond 2^53−1 minor units is a bigint (docs/decisions/24-exact-sums.md). */
export type WithSums<T> = T extends number ? T | bigint : { [Key in keyof T]: WithSums<T[Key]> };

/** What a handler answers; nothing where the endpoint has no response. */
export type AnswerOf<E> = [ResponseOf<E>] extends [undefined] ? void : WithSums<ResponseOf<E>>;

/** What a handler says about how its call goes on. */
export interface CallProgress {
  /** Gives the caller's turn back before a wait: the rest of the call runs without one. */
  leaveTurn: () => void;
  /** The call is done once however often it is sent with the same Idempotency-Key. */
  setRepeatable: () => void;
}

export interface RequestFacts {
  traceId: string;
  /** Address of the peer, null where the platform does not tell. */
  address: string | null;
  /** The application the caller named in `x-application-id`, already known to be theirs. */
  applicationId: string | null;
  /** A header of the request, null when absent. */
  header: (name: string) => string | null;
  /** The API base address as the caller reached it, without a trailing slash. */
  baseUrl: string;
  /** Left out where a job of our own makes the call. */
  progress?: CallProgress;
}

/** One call with everything parsed: amounts in minor units, times and ids in their inner form. */
export interface Call<E> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: Caller;
  services: Services;
  request: RequestFacts;
}
/** A call anybody may make; there is nobody to ask who they are. */
export type PublicCall<E> = Omit<Call<E>, 'caller'>;

export interface AnyCall {
  params: unknown;
  query: unknown;
  body: unknown;
  caller: Caller | null;
  services: Services;
  request: RequestFacts;
}
/** Decides by a request's headers who may call, before anything of the rest is read; refusals are thrown as `Problem`. */
export type Admit = (call: Pick<AnyCall, 'services' | 'request'>) => Promise<void>;
export interface Handler {
  endpoint: AnyEndpoint;
  isPublic: boolean;
  run: (call: AnyCall) => Promise<unknown>;
  admit?: Admit | undefined;
}

/** Answers one endpoint for callers with a session; refusals are thrown as `Problem`. */
export function handle<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<NoInfer<AnswerOf<E>>>,
): Handler {
  return { endpoint, isPublic: false, run: run as Handler['run'] };
}

/** Answers one endpoint that needs no session; `admit` where it has credentials of its own. */
export function handlePublic<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: PublicCall<E>) => Promise<NoInfer<AnswerOf<E>>>,
  admit?: Admit,
): Handler {
  return { endpoint, isPublic: true, run: run as Handler['run'], admit };
}

/** Answers one endpoint with rows that are written as they are read; refusals come before the first row. */
export function handleStream<E extends AnyEndpoint>(endpoint: E, run: (call: Call<E>) => Promise<CsvStream>): Handler {
  return { endpoint, isPublic: false, run: run as Handler['run'] };
}

/** Answers one endpoint with a stream of events, which is not waited for. */
export function handleEvents<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<ReadableStream<Uint8Array>>,
): Handler {
  return { endpoint, isPublic: false, run: run as Handler['run'] };
}

/** Answers one endpoint with a document, made of what `run` reads. */
export function handleDocument<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<PaperDocument>,
): Handler {
  return { endpoint, isPublic: false, run: run as Handler['run'] };
}
