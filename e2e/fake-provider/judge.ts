import { isDeepStrictEqual } from 'node:util';

export interface WireRequest {
  method: string;
  /** Below the API prefix, without the query: `payments/…`. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  /** The body text; empty when there is none. */
  body: string;
}

/** Returns what is wrong with a value, or undefined. */
export type Rule = (value: string) => string | undefined;

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** As in section 7, with ids in braces. */
  path: string;
  version: 'v0.7' | 'v0.8' | 'v1.0';
  /** Bearer by default. */
  credentials?: 'basic' | 'none';
  /** Has an Idempotency-Key (contract §1). */
  movesMoney?: true;
  /** Required and optional parameters. All others are rejected. */
  query?: { always?: Record<string, Rule>; sometimes?: Record<string, Rule> };
  /** Returns what is wrong with the parsed body. Without this rule, the call must have no body. */
  body?: (body: unknown) => string | undefined;
}

export const text =
  (value: string): Rule =>
  (given) =>
    given === value ? undefined : `must be ${value}`;
export const matching =
  (pattern: RegExp, words: string): Rule =>
  (given) =>
    pattern.test(given) ? undefined : `must be ${words}`;
export const among =
  (...words: string[]): Rule =>
  (given) =>
    given.split(',').every((word) => words.includes(word)) ? undefined : `must be among ${words.join(', ')}`;
export const anything: Rule = () => undefined;
export const isText = (value: unknown): boolean => typeof value === 'string';
export const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
export const isNumber = (value: unknown): boolean => typeof value === 'number';
export const id = matching(/^[\w-]{1,64}$/, 'an id');
/** UTC, with the trailing Z removed (§7). */
export const utcTime = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/, 'a time in UTC without its Z');
export const wholeNumber = matching(/^\d+$/, 'a whole number from zero');
export const amount = matching(/^\d+(\.\d{1,2})?$/, 'an amount of two decimals at most');

/** Everything in the request that differs from section 7; empty when it conforms. */
export function judge(request: WireRequest, call: Call): string[] {
  return [...judgeHeaders(request, call), ...judgeQuery(request.query, call), ...judgeBody(request, call)];
}

/** The application id in the path or query of the call. */
function applicationOf({ path, query }: WireRequest, call: Call): string | null {
  const place = call.path.split('/').indexOf('{applicationId}');
  return place === -1 ? query.get('applicationId') : (path.split('/')[place] ?? null);
}

function judgeHeaders(request: WireRequest, call: Call): string[] {
  const { headers } = request;
  const mediaType = `application/vnd.volume.${call.version}+json`;
  const bearer = call.credentials === 'basic' ? /^Basic [A-Za-z0-9+/]+=*$/ : /^Bearer \S+$/;
  const complaints: string[] = [];
  const want = (name: string, rule: Rule): void => {
    const fault = headers[name] === undefined ? 'is missing' : rule(headers[name]);
    if (fault) complaints.push(`header ${name} ${fault} (${headers[name] ?? ''})`);
  };
  want('x-caller-type', text('merchant_portal'));
  want('x-caller-version', matching(/^\S+$/, 'the commit of the build'));
  want('accept', text(mediaType));
  const unwanted = (name: string): void => {
    if (headers[name] !== undefined) complaints.push(`header ${name} has no place here`);
  };
  if (call.credentials === 'none') unwanted('authorization');
  else want('authorization', matching(bearer, `${call.credentials ?? 'bearer'} credentials`));
  if (call.movesMoney) want('idempotency-key', matching(/^[0-9a-f-]{36}$/, 'a UUID'));
  else unwanted('idempotency-key');
  if (call.body) want('content-type', text(mediaType));
  const application = applicationOf(request, call);
  if (application !== null) want('x-application-id', text(application));
  else if (headers['x-application-id'] !== undefined) want('x-application-id', id);
  return complaints;
}

function judgeQuery(query: URLSearchParams, { query: { always = {}, sometimes = {} } = {} }: Call): string[] {
  const complaints = Object.keys(always)
    .filter((name) => !query.has(name))
    .map((name) => `query ${name} is missing`);
  const rules: Record<string, Rule> = { ...sometimes, ...always };
  for (const [name, value] of query) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : () => 'is not a parameter of this call';
    const fault = query.getAll(name).length > 1 ? 'stands more than once' : rule?.(value);
    if (fault) complaints.push(`query ${name} ${fault} (${value})`);
  }
  return complaints;
}

function judgeBody({ body }: WireRequest, call: Call): string[] {
  if (!call.body) return body === '' ? [] : ['this call has no body'];
  try {
    const fault = call.body(JSON.parse(body));
    return fault ? [`body ${fault} (${body})`] : [];
  } catch {
    return [`body is no JSON (${body})`];
  }
}

/** A body with exactly these fields in any order, each matching its rule. */
export function exactly(fields: Record<string, (value: unknown) => boolean>) {
  return (body: unknown): string | undefined => {
    if (!isRecord(body)) return 'must be an object';
    const names = Object.keys(body).toSorted();
    if (!isDeepStrictEqual(names, Object.keys(fields).toSorted()))
      return `must hold exactly ${Object.keys(fields).join(', ')}`;
    return wrongField(body, fields);
  };
}

/** A body with all required and any optional fields. */
export function has(
  required: Record<string, (value: unknown) => boolean>,
  optional: Record<string, (value: unknown) => boolean>,
) {
  return (body: unknown): string | undefined => {
    if (!isRecord(body)) return 'must be an object';
    const missing = Object.keys(required).find((name) => !Object.hasOwn(body, name));
    return missing ? `lacks ${missing}` : onlyGiven({ ...required, ...optional })(body);
  };
}

/** A body with at least one of these fields and no other. */
export function onlyGiven(fields: Record<string, (value: unknown) => boolean>) {
  return (body: unknown): string | undefined => {
    if (!isRecord(body) || Object.keys(body).length === 0) return 'must hold what changed';
    const unknown = Object.keys(body).find((name) => !Object.hasOwn(fields, name));
    return unknown ? `must not hold ${unknown}` : wrongField(body, fields);
  };
}

function wrongField(body: Record<string, unknown>, fields: Record<string, (value: unknown) => boolean>) {
  const wrong = Object.keys(body).find((name) => fields[name]?.(body[name]) !== true);
  return wrong && `has a wrong ${wrong}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
