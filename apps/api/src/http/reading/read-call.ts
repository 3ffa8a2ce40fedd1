import { applicationIdHeader } from '@volume/contract/headers.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import * as z from 'zod/mini';
import { Problem, wrongField } from '#core/problem.ts';
import { parseJson } from './parse-json.ts';
import { readText, refuseAnnounced } from './read-text.ts';

interface ReadCall {
  params: unknown;
  query: unknown;
  body: unknown;
  applicationId: string | null;
  /** The unparsed query, to find ids in parameters that the endpoint ignores. */
  rawQuery: Record<string, string[]>;
}

const notAllowed = 'holds a character that is not allowed';
const control = /[\u0000-\u001f\u007f]/;

/** Parses every part of a call with the endpoint's schemas; 400 names the invalid field. */
export async function readCall(
  endpoint: AnyEndpoint,
  given: {
    params: Record<string, string>;
    query: Record<string, string[]>;
    request: Request;
    /** Called with the body before it is validated. */
    noteBody?: ((body: unknown) => void) | undefined;
  },
): Promise<ReadCall> {
  const query = Object.fromEntries(
    Object.entries(given.query).map(([key, texts]) => [key, texts.length === 1 ? texts[0] : texts]),
  );
  refuseUndecodable(given.request.url);
  refuseControl(given.params);
  refuseControl(given.query);
  const header = given.request.headers.get(applicationIdHeader);
  const applicationId = header === null ? null : String(part(Id, header, applicationIdHeader));
  const params = endpoint.params && part(endpoint.params, given.params, 'path');
  const parsedQuery = endpoint.query && part(endpoint.query, query, 'query');
  if (!endpoint.body) refuseAnnounced(given.request, maxBodyBytes);
  const body = endpoint.body && part(endpoint.body, await readNoted(endpoint.body, given), 'body');
  return { params, query: parsedQuery, body, applicationId, rawQuery: given.query };
}

/**
 * Rejects a server's misspelt filter, which would otherwise return another payment that the server could then refund. A
 * portal of another version sends parameters that this one does not know, so calls with a session still ignore them.
 */
export function refuseUnknownParameters({ query }: AnyEndpoint, given: Record<string, string[]>): void {
  const known = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const name = `'${unknown.slice(0, 50)}'`;
  const takes = known.length > 0 ? `It takes ${known.join(', ')}.` : 'It takes none.';
  throw new Problem(400, `This call does not take the query parameter ${name}. Nothing was read or changed. ${takes}`);
}

function part(schema: z.ZodMiniType, value: unknown, whole: string): unknown {
  const read = schema.safeParse(value, { error: describe });
  if (read.success) return read.data;
  const [fault] = read.error.issues.map((issue) => faultOf(issue, whole));
  throw new Problem(400, fault?.sentence ?? `${whole} is not valid`, { field: fault?.field });
}

/** A text in another encoding is given as it was sent, and a filter would find nothing by it. */
function refuseUndecodable(url: string): void {
  if (!url.includes('%')) return;
  for (const parameter of new URL(url).search.slice(1).split('&')) {
    const [name = ''] = parameter.split('=');
    if (isDecodable(parameter)) continue;
    if (!isDecodable(name)) throw new Problem(400, `query ${notEncoded}`);
    throw wrongField(decodeURIComponent(name), notEncoded);
  }
}

const notEncoded = 'must be percent-encoded UTF-8';

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

function refuseControl(texts: Record<string, string | string[]>): void {
  for (const [key, value] of Object.entries(texts)) {
    const isHostile = [key, value].flat().some((text) => control.test(text) || !text.isWellFormed());
    if (!isHostile) continue;
    if (control.test(key)) throw new Problem(400, `query ${notAllowed}`);
    throw wrongField(key, notAllowed);
  }
}

async function readNoted(
  schema: z.ZodMiniType,
  { request, noteBody }: { request: Request; noteBody?: ((body: unknown) => void) | undefined },
): Promise<unknown> {
  const body = await readBody(request, schema);
  noteBody?.(body);
  return body;
}

/** Largest accepted body in bytes (quality, Security). */
const maxBodyBytes = 256 * 1024;
const maxDepth = 32;
const jsonTypes = /^application\/(json|vnd\.volume\.v\d+\.\d+\+json)\s*(;\s*charset="?utf-8"?\s*)?$/i;
// Control characters except tab, line feed and carriage return.
const hostile = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** The JSON value of a body, undefined for an optional one that is empty: 413 when too large, 415 for another content type, 400 when it cannot be parsed. */
async function readBody(request: Request, schema: z.ZodMiniType): Promise<unknown> {
  refuseAnnounced(request, maxBodyBytes);
  const type = request.headers.get('content-type');
  if (type !== null && !jsonTypes.test(type)) {
    throw new Problem(415, 'The body must be application/json or application/vnd.volume.v0.7+json.');
  }
  const text = await readText(request, maxBodyBytes);
  if (text.trim() === '' && schema.safeParse(undefined).success) return undefined;
  if (text.trim() === '') throw new Problem(400, 'body is required');
  if (type === null) throw new Problem(415, 'The content-type header must say application/json.');
  const value = parseJson(text);
  refuseHostileText(value, '', 0);
  return value;
}

function refuseHostileText(value: unknown, field: string, depth: number, whole = 'body'): void {
  if (depth > maxDepth) throw new Problem(400, 'body is nested too deeply');
  if (typeof value === 'string') {
    if (hostile.test(value) || !value.isWellFormed()) {
      throw field ? wrongField(field, notAllowed) : new Problem(400, `${whole} ${notAllowed}`);
    }
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) refuseHostileText(item, `${field}[${at}]`, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      // Schemas skip this name without a word, and merging the value elsewhere would change a prototype.
      if (key === '__proto__') throw wrongField(field || whole, takesNot([key]));
      refuseHostileText(key, '', depth, 'a field name of the body');
      refuseHostileText(item, field ? `${field}.${key}` : key, depth + 1);
    }
  }
}

type Issue = z.core.$ZodRawIssue;

/** The predicate of an invalid value, to be put after its field's name: `must be a number`. */
function describe(issue: Issue): string {
  if (issue.input === undefined && issue.code === 'invalid_type') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'string' && Array.isArray(issue.input)) return 'must be one text, not a list';
      return `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${sizeVerb(issue.origin)} at least ${issue.minimum}${sizeUnit(issue.origin)}`;
    case 'too_big':
      return `must ${sizeVerb(issue.origin)} at most ${issue.maximum}${sizeUnit(issue.origin)}`;
    case 'unrecognized_keys':
      return takesNot(issue.keys);
    case 'invalid_key':
      return takesNot([String(issue.input)]);
    case 'invalid_union':
      return describeUnion(issue);
    default:
      return 'is not valid';
  }
}

const takesNot = (names: readonly string[]): string =>
  `does not take ${names.map((name) => `'${name.slice(0, 50)}'`).join(', ')}`;

/** The values of a field that decides which of several forms an object has, such as its currency. */
function describeUnion({ inst, discriminator }: Issue): string {
  const { propValues } = (inst as z.core.$ZodType | undefined)?._zod ?? {};
  const values = propValues?.[String(discriminator)];
  return values ? `must be one of ${[...values].map(String).join(', ')}` : 'is not valid';
}

const typeNames = new Map([
  ['string', 'text'],
  ['int', 'a whole number'],
  ['record', 'an object'],
]);
const withArticle = (type: string): string =>
  typeNames.get(type) ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
const sizeVerb = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const sizeUnit = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';

/** Decodes a wire value, or returns a sentence for every invalid field. */
export function decodeWhole<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  whole: string,
): { value: T } | { sentences: string[] } {
  const read = schema.safeParse(value, { error: describe });
  if (read.success) return { value: read.data };
  return { sentences: read.error.issues.map((issue) => faultOf(issue, whole).sentence) };
}

/** The path of an invalid field, undefined when the whole value is invalid, and a sentence that begins with either. */
function faultOf(issue: z.core.$ZodIssue, whole: string): { field: string | undefined; sentence: string } {
  const { path, message } = closest(issue);
  const field = path.length === 0 ? undefined : fieldName(path);
  return { field, sentence: `${field ?? whole} ${message}` };
}

/** The issue to report: for a union, of its closest alternative. */
function closest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  // The path of a wrong name ends with the name, which the message quotes.
  if (issue.code === 'invalid_key') return { ...issue, path: issue.path.slice(0, -1) };
  if (issue.code !== 'invalid_union') return issue;
  const [least = []] = issue.errors.toSorted((a, b) => a.length - b.length);
  const [inner] = least;
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at ? '.' : ''}${String(step)}`)).join('');
}
