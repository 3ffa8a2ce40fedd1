import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import fc from 'fast-check';
import { exampleBody } from '#docs/example-body.ts';
import { parameterSchema } from '#docs/json-schema.ts';
import { oracle } from '#testing/access-oracle.ts';
import type { CallInput } from '#testing/call-api.ts';
import type { TestPerson } from '#testing/seed-people.ts';
import { oddTexts, oddValues } from './odd-values.ts';

export interface RandomCall {
  name: string;
  /** `key` is an application key of Harbour & Bloom. */
  caller: TestPerson | 'key' | null;
  /** With a fresh step-up. */
  isProved: boolean;
  /** How far the server's clock is set before the call, mostly 0. */
  clockMinutes: number;
  input: CallInput;
}

const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 2, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** A value as it is written into an address, also a lone surrogate, which `encodeURIComponent` refuses. */
function written(one: unknown): string {
  const text = typeof one === 'string' ? one : (JSON.stringify(one) ?? '');
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}

const removed = Symbol('removed');
type Path = readonly string[];

/** The places of a body at which something can be changed, itself included. */
function placesOf(body: unknown, at: Path = []): Path[] {
  if (typeof body !== 'object' || body === null) return [at];
  return [at, ...Object.entries(body).flatMap(([key, inner]) => placesOf(inner, [...at, key]))];
}

function changed(body: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const old = body as Record<string, unknown>;
  const inner = changed(old[key], rest, to);
  const entries = Object.entries(old).flatMap(([each, kept]) =>
    each !== key ? [[each, kept] as const] : inner === removed ? [] : [[each, inner] as const],
  );
  return Array.isArray(body) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

const change = fc.record({ at: fc.nat(), to: fc.oneof({ weight: 5, arbitrary: value }, fc.constant(removed)) });

/** A valid body, or the documented example of one, with up to three changes. */
function bodies(name: string, endpoint: AnyEndpoint): fc.Arbitrary<unknown> {
  const valid = [oracle[name]?.input.body, exampleBody(endpoint)].filter((body) => body !== undefined && body !== null);
  if (valid.length === 0) return fc.constant(undefined);
  return fc
    .record({ body: fc.constantFrom(...valid), changes: fc.array(change, { maxLength: 3 }) })
    .map(({ body, changes }) => {
      const result = changes.reduce<unknown>((before, { at, to }) => {
        const places = placesOf(before);
        return changed(before, places[at % places.length]!, to);
      }, body);
      return result === removed ? undefined : result;
    });
}

function queries(name: string, { query }: AnyEndpoint): fc.Arbitrary<string> {
  const fields = Object.entries((query && parameterSchema(query).properties) ?? {});
  const usual = oracle[name]?.input.query;
  if (fields.length === 0) return fc.constant(usual ?? '');
  const parameter = fc.constantFrom(...fields).chain(([key, field]) => {
    const known = [...(field.enum ?? []), ...(field.items?.enum ?? [])];
    const given = known.length === 0 ? value : fc.oneof(fc.constantFrom(...known), value);
    return given.map((one) => `${key}=${written(one)}`);
  });
  return fc.array(parameter, { maxLength: 5 }).map((parts) => [usual, ...parts].filter(Boolean).join('&'));
}

/** The ids of the oracle's row, of which in one of nine calls one is replaced. */
function params(name: string, { path }: AnyEndpoint): fc.Arbitrary<Record<string, string>> {
  const usual = { ...oracle[name]?.input.params };
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!);
  if (keys.length === 0) return fc.constant({});
  const replaced = fc.record({ key: fc.constantFrom(...keys), to: value });
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: replaced.map(({ key, to }) => ({ ...usual, [key]: written(to) })) },
  );
}

const headerNames =
  'accept accept-language content-type idempotency-key if-match if-none-match last-event-id origin prefer range traceparent user-agent x-application-id x-forwarded-for'.split(
    ' ',
  );
/** A header can only have characters of Latin-1, and no end of a line. */
const headerValues = oddTexts.filter((text) => /^[\x20-\x7e\xa0-\xff]*$/.test(text));
const header = fc.record({ name: fc.constantFrom(...headerNames), value: fc.constantFrom(...headerValues) });

/** Mostly those who are allowed the most. */
const caller = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<TestPerson>('admin', 'merchantadmin') },
  fc.constantFrom<RandomCall['caller'][]>('viewer', 'operator', 'editor', 'reader', 'stranger', 'key', 'key', null),
);

function callsOf([name, endpoint]: [string, AnyEndpoint]): fc.Arbitrary<RandomCall> {
  const input = fc.record({
    params: params(name, endpoint),
    query: queries(name, endpoint),
    body: bodies(name, endpoint),
    headers: fc.record({ key: fc.uuid(), odd: fc.option(header, { freq: 6 }) }).map(({ key, odd }) => ({
      'idempotency-key': key,
      ...oracle[name]?.input.headers,
      ...(odd && { [odd.name]: odd.value }),
    })),
  });
  return fc.record({
    name: fc.constant(name),
    caller,
    isProved: fc.boolean(),
    clockMinutes: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.integer({ min: -90, max: 90 })),
    input: input.map(({ query, ...rest }) => ({ ...rest, ...(query && { query }) })),
  });
}

/** Calls of one name: what the oracle sends, with odd values in some places. */
export function randomCalls(names = Object.keys(endpoints)): fc.Arbitrary<RandomCall> {
  const all: Record<string, AnyEndpoint> = endpoints;
  return fc.constantFrom(...names.map((name) => [name, all[name]!] as [string, AnyEndpoint])).chain(callsOf);
}
