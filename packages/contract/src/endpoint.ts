import type * as z from 'zod/mini';
import type { Access } from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type MediaVersion = 'v0.7' | 'v0.8' | 'v1.0';

/** Where a call is defined: in the specification, in the provider's public documents, or by us (`contract.md`, Marks). */
export type Origin = 'specification' | 'documented' | 'ours';

// oxlint-disable-next-line typescript/no-explicit-any -- the two type arguments are read back by inference only
type AnySchema = z.ZodMiniType<any, any>;

export interface EndpointDefinition<
  Params extends AnySchema | undefined = AnySchema | undefined,
  Query extends AnySchema | undefined = AnySchema | undefined,
  Body extends AnySchema | undefined = AnySchema | undefined,
  Response extends AnySchema | undefined = AnySchema | undefined,
> {
  /** Operation id, starting with a verb: `listPayIns`. */
  name: string;
  summary: string;
  origin: Origin;
  method: Method;
  /** Below the API prefix, ids in braces, no leading slash: `payments/{paymentId}`. */
  path: string;
  version: MediaVersion;
  access: Access;
  /**
   * A step-up (`contract.md` §8): `always` is required before the code of the call runs; with `sometimes` that code
   * decides, because it depends on the amount or on what is changed.
   */
  stepUp?: 'always' | 'sometimes' | undefined;
  /** Done once per Idempotency-Key, and refused without one before the code of the call runs (`contract.md` §1). */
  isIdempotent?: true | undefined;
  /** Refuses a write whose If-Match is not the current version (`contract.md` §11). */
  comparesVersions?: true | undefined;
  /** A list, report, export or statement that can be read from a replica, and so be seconds old. */
  readsReplica?: true | undefined;
  /** Status on success; 204 has no body. */
  status: 200 | 201 | 204;
  /**
   * `csv` is streamed as `text/csv`, `file` is streamed in a format that the caller chooses, `pdf` is one document, `events` is a
   * stream that ends with the session, `parts` are the responses of other calls, one per line; none of these has a response
   * schema.
   */
  produces: 'json' | 'csv' | 'file' | 'pdf' | 'events' | 'parts';
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  /** The error message when the response has another shape (§5 Response checks); default 'Failed to fetch data'. */
  shapeFailure?: string;
}

type Fields = 'params' | 'query' | 'body' | 'response';
/** The fact that the type of the server's `withIdempotency` requires. */
type Marks<D> = Pick<D, Extract<keyof D, 'isIdempotent'>>;
type Given<D, K extends Fields> = D extends Record<K, infer S> ? S : undefined;

/**
 * One call as data. It is read by the server (mount, authorise, validate), the client (path, media type, parse), the OpenAPI
 * document and the refusal tests. Calls that a page does not use are left out of its code. @__NO_SIDE_EFFECTS__
 */
export function endpoint<
  const D extends Omit<EndpointDefinition, Fields | 'status' | 'version' | 'produces'> &
    Partial<Pick<EndpointDefinition, Fields | 'status' | 'version' | 'produces'>>,
>(definition: D): Endpoint<Given<D, 'params'>, Given<D, 'query'>, Given<D, 'body'>, Given<D, 'response'>> & Marks<D> {
  const { params, query, body, response } = definition;
  return { status: 200, version: 'v0.7', produces: 'json', ...definition, params, query, body, response } as never;
}

export type Endpoint<P = unknown, Q = unknown, B = unknown, R = unknown> = Omit<EndpointDefinition, Fields> & {
  params: P;
  query: Q;
  body: B;
  response: R;
};
export type AnyEndpoint = EndpointDefinition;

/** The parsed value of one part of an endpoint; `undefined` when the endpoint has no such part. */
export type PartOf<E, K extends Fields> =
  E extends Record<K, infer S> ? (S extends AnySchema ? z.output<S> : undefined) : never;
export type ParamsOf<E> = PartOf<E, 'params'>;
export type QueryOf<E> = PartOf<E, 'query'>;
export type BodyOf<E> = PartOf<E, 'body'>;
export type ResponseOf<E> = PartOf<E, 'response'>;
