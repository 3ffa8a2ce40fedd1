import type { Absence, Check, Definition, Payload, Said } from './definition.ts';
import { type Outcome, Schema } from './schema.ts';

// The functions of zod/mini that the contract and the portal use. The build takes this module where they import zod/mini
// (vite/schemas.ts); the API, its documents and all types keep the library (docs/decisions/05-zod-mini.md).

type Message = string | { error?: Said; message?: string; path?: PropertyKey[] } | undefined;

const messageOf = (message: Message): Said =>
  typeof message === 'object' ? (message.error ?? message.message) : message;

const schema =
  (kind: Definition['kind']) =>
  (message?: Message): Schema =>
    new Schema({ kind, message: messageOf(message) });

export const any = schema('any');
export const string = schema('string');
export const number = schema('number');
export const boolean = schema('boolean');

export const object = (shape: Record<string, Schema>, message?: Message): Schema =>
  new Schema({ kind: 'object', shape, message: messageOf(message) });

export const strictObject = (shape: Record<string, Schema>, message?: Message): Schema =>
  new Schema({ kind: 'object', shape, isStrict: true, message: messageOf(message) });

type Mask = Record<string, true>;

const reshape = ({ definition }: Schema, entries: [string, Schema][]): Schema =>
  new Schema({ ...definition, shape: Object.fromEntries(entries), checks: [] });

export const extend = ({ definition }: Schema, shape: Record<string, Schema>): Schema =>
  new Schema({ ...definition, shape: { ...definition.shape, ...shape } });

export const pick = (given: Schema, mask: Mask): Schema =>
  reshape(
    given,
    Object.entries(given.shape).filter(([key]) => key in mask),
  );

export const omit = (given: Schema, mask: Mask): Schema =>
  reshape(
    given,
    Object.entries(given.shape).filter(([key]) => !(key in mask)),
  );

export const partial = (given: Schema): Schema =>
  reshape(
    given,
    Object.entries(given.shape).map(([key, inner]) => [key, optional(inner)]),
  );

export const array = (inner: Schema, message?: Message): Schema =>
  new Schema({ kind: 'array', inner, message: messageOf(message) });

/** The keys are any text: a record of all values of an enumeration is not needed so far. */
export const record = (_keys: Schema, inner: Schema): Schema => new Schema({ kind: 'record', inner });

export const partialRecord = ({ definition: { values } }: Schema, inner: Schema): Schema =>
  new Schema({ kind: 'record', inner, values });

function enumeration(values: readonly string[], message?: Message): Schema {
  return new Schema({ kind: 'values', values, isOpen: true, message: messageOf(message) });
}
export { enumeration as enum };

export const literal = (value: unknown, message?: Message): Schema =>
  new Schema({ kind: 'values', values: Array.isArray(value) ? value : [value], message: messageOf(message) });

export const optional = (inner: Schema): Schema =>
  new Schema({
    kind: 'optional',
    inner,
    absentIn: inner.definition.absentIn === 'defaulted' ? 'defaulted' : 'optional',
    absentOut: 'optional',
  });

export const nullable = (inner: Schema): Schema =>
  new Schema({
    kind: 'nullable',
    inner,
    absentIn: inner.definition.absentIn,
    absentOut: inner.definition.absentOut,
  });

export const prefault = (inner: Schema, fallback: unknown): Schema =>
  new Schema({ kind: 'prefault', inner, fallback, absentIn: 'defaulted' });

const someAbsence = (options: readonly Schema[], name: 'absentIn' | 'absentOut'): Absence => {
  const found = options.map(({ definition }) => definition[name]);
  return found.includes('defaulted') ? 'defaulted' : found.find((absence) => absence !== undefined);
};

export const union = (options: readonly Schema[], message?: Message): Schema =>
  new Schema({
    kind: 'union',
    options,
    message: messageOf(message),
    absentIn: someAbsence(options, 'absentIn'),
    absentOut: someAbsence(options, 'absentOut'),
  });

export const discriminatedUnion = (discriminator: string, options: readonly Schema[], message?: Message): Schema =>
  new Schema({ ...union(options, message).definition, kind: 'discriminated', discriminator });

const absenceThrough = (from: Schema, to: Schema) => ({
  absentIn: from.definition.absentIn,
  absentOut: to.definition.absentOut,
});

export const pipe = (from: Schema, to: Schema): Schema =>
  new Schema({ kind: 'pipe', from, to, ...absenceThrough(from, to) });

type Convert = (value: unknown, payload: Payload) => unknown;

export const codec = (from: Schema, to: Schema, ways: { decode: Convert; encode: Convert }): Schema =>
  new Schema({ kind: 'codec', from, to, ...ways, ...absenceThrough(from, to) });

export const transform = (decode: Convert): Schema => new Schema({ kind: 'transform', decode, absentIn: 'optional' });

export const custom = (isValid: (value: unknown) => boolean, message?: Message): Schema =>
  new Schema({ kind: 'custom', checks: [testFor(isValid, message, false)] });

export const int = (message?: Message): Schema => number(message).check(isSafeInteger);

const isSafeInteger = (payload: Payload): void => {
  const value = payload.value as number;
  if (Number.isSafeInteger(value)) return;
  if (!Number.isInteger(value)) {
    payload.issues.push({ expected: 'int', format: 'safeint', code: 'invalid_type', continue: false });
    return;
  }
  const bound =
    value > 0
      ? { code: 'too_big', maximum: Number.MAX_SAFE_INTEGER }
      : { code: 'too_small', minimum: Number.MIN_SAFE_INTEGER };
  const note = 'Integers must be within the safe integer range.';
  payload.issues.push({ ...bound, note, origin: 'int', inclusive: true, continue: true });
};

const uuidPattern =
  /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const uuid = (message?: Message): Schema => string().check(matching('uuid', uuidPattern, message));
export const email = (message?: Message): Schema => string().check(matching('email', emailPattern, message));

/** An address that begins with http or https, the only kind in the contract. */
export const url = (): Schema =>
  string().check((payload) => {
    const text = String(payload.value).trim();
    if (!/^https?:\/\//i.test(text))
      payload.issues.push({ code: 'invalid_format', format: 'url', note: 'Invalid URL format', continue: true });
    else if (!URL.canParse(text)) payload.issues.push({ code: 'invalid_format', format: 'url', continue: true });
    else payload.value = text.replaceAll(/[\t\n\r]/g, '');
  });

const matching = (format: string, pattern: RegExp, message: Message): Check => ({
  run: ({ value, issues }) => {
    if (pattern.test(String(value))) return;
    const found = { origin: 'string', code: 'invalid_format', format, pattern: pattern.toString() };
    issues.push({ ...found, said: messageOf(message), continue: true });
  },
});

export const regex = (pattern: RegExp, message?: Message): Check => matching('regex', pattern, message);

export const overwrite = (change: (value: string) => unknown): Check => ({
  run: (payload) => void (payload.value = change(payload.value as string)),
});
export const trim = (): Check => overwrite((text) => text.trim());
export const toLowerCase = (): Check => overwrite((text) => text.toLowerCase());

const testFor = (isValid: (value: never) => unknown, message: Message, goesOn: boolean): Check => ({
  run: ({ value, issues }) => {
    if (isValid(value as never)) return;
    const path = typeof message === 'object' ? [...(message.path ?? [])] : [];
    issues.push({ code: 'custom', path, said: messageOf(message), continue: goesOn });
  },
});

export const refine = (isValid: (value: never) => unknown, message?: Message): Check => testFor(isValid, message, true);

type Sized = string | unknown[] | null | undefined;

const hasLength = ({ value }: Payload): boolean => (value as Sized)?.length !== undefined;

/** Characters as users count them: a surrogate pair is one. */
const lengthOf = (value: Sized): number => (typeof value === 'string' ? [...value].length : (value?.length ?? 0));

const sizeCheck = (isValid: (length: number) => boolean, issue: object, message: Message): Check => ({
  isOfSize: true,
  when: hasLength,
  run: ({ value, issues }) => {
    if (isValid(lengthOf(value as Sized))) return;
    const origin = typeof value === 'string' ? 'string' : 'array';
    issues.push({ origin, code: '', ...issue, inclusive: true, said: messageOf(message), continue: true });
  },
});

export const minLength = (minimum: number, message?: Message): Check =>
  sizeCheck((length) => length >= minimum, { code: 'too_small', minimum }, message);

export const maxLength = (maximum: number, message?: Message): Check => ({
  ...sizeCheck((length) => length <= maximum, { code: 'too_big', maximum }, message),
  most: maximum,
});

const bound = (isValid: (value: number) => boolean, issue: object, message: Message): Check => ({
  run: ({ value, issues }) => {
    if (isValid(value as number)) return;
    issues.push({ origin: 'number', code: '', ...issue, inclusive: true, said: messageOf(message), continue: true });
  },
});

export const gte = (minimum: number, message?: Message): Check =>
  bound((value) => value >= minimum, { code: 'too_small', minimum }, message);

export const lte = (maximum: number, message?: Message): Check =>
  bound((value) => value <= maximum, { code: 'too_big', maximum }, message);

/** @throws SchemaError */
export const parse = (given: Schema, value: unknown): unknown => given.parse(value);

/** Reads an answer, which can have values that only a newer API knows (contract §1). @throws SchemaError */
export const decode = (given: Schema, value: unknown): unknown => given.decode(value);

/** @throws SchemaError */
export const encode = (given: Schema, value: unknown): unknown => given.encode(value);

export const safeParse = (given: Schema, value: unknown): Outcome => given.safeParse(value);
export const safeDecode = safeParse;
