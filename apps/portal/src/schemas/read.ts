import type { Definition, Described, Issue, Payload } from './definition.ts';

interface Mode {
  /** True when converting to the wire format. */
  isBackward?: boolean;
  skipsChecks?: boolean;
  /** Accepts any text for an enumeration: a page that is open while a new build is deployed reads its values too. */
  isAnswer?: boolean;
}

/** Reads a value by a schema. All issues are in the result; if there are any, do not use its value. */
export function read(schema: Described, value: unknown, mode: Mode = {}): Payload {
  const result = run(schema, { value, issues: [] }, mode);
  return { value: result.value, issues: result.issues.map(finish) };
}

/** An issue as the library reports it: the path and the message are always there. */
function finish(issue: Issue): Issue {
  const { continue: _c, said, input: _i, ...rest } = issue;
  const message = rest.message || (typeof said === 'function' ? said() : said) || 'Invalid input';
  return { ...rest, path: rest.path ?? [], message };
}

type Reader = (definition: Definition, payload: Payload, mode: Mode) => Payload;

function run({ definition }: Described, payload: Payload, mode: Mode): Payload {
  const reader = readers[definition.kind];
  if (!definition.checks?.length || mode.skipsChecks) return reader(definition, payload, mode);
  if (!mode.isBackward) return runChecks(definition, reader(definition, payload, mode));
  // Checks need a value of the right type, so the type is verified first.
  const tried = reader(definition, { value: payload.value, issues: [] }, { ...mode, skipsChecks: true });
  if (!isAborted(tried)) return reader(definition, runChecks(definition, payload), mode);
  return { ...tried, aborted: true };
}

function runChecks({ checks = [], message }: Definition, payload: Payload): Payload {
  let isOver = isAborted(payload);
  for (const { run: check, when } of checks) {
    if (when ? isRefused(payload) || !when(payload) : isOver) continue;
    const before = payload.issues.length;
    check(payload);
    const found = payload.issues.slice(before);
    for (const issue of found) issue.said ??= message;
    isOver ||= found.some(mustStop);
  }
  return payload;
}

const mustStop = (issue: Issue): boolean => issue.continue !== true;
const isAborted = ({ aborted, issues }: Payload): boolean => aborted === true || issues.some(mustStop);
const isRefused = ({ aborted, issues }: Payload): boolean =>
  aborted === true || issues.some((issue) => issue.continue === false);

function addIssue(payload: Payload, issue: Issue): Payload {
  payload.issues.push(issue);
  return payload;
}

const wrongKind = (payload: Payload, expected: string, { message }: Definition): Payload =>
  addIssue(payload, { expected, code: 'invalid_type', said: message });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function addWithin(payload: Payload, key: PropertyKey, issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  for (const issue of issues) (issue.path ??= []).unshift(key);
  payload.issues.push(...issues);
}

const readers: Record<Definition['kind'], Reader> = {
  any: (_, payload) => payload,
  custom: (_, payload) => payload,
  string: (definition, payload) =>
    typeof payload.value === 'string' ? payload : wrongKind(payload, 'string', definition),
  boolean: (definition, payload) =>
    typeof payload.value === 'boolean' ? payload : wrongKind(payload, 'boolean', definition),
  number: ({ message }, payload) => {
    const { value } = payload;
    if (Number.isFinite(value)) return payload;
    const received = typeof value === 'number' ? { received: String(value) } : {};
    return addIssue(payload, { expected: 'number', code: 'invalid_type', ...received, said: message });
  },
  values: ({ values = [], isOpen, message }, payload, { isAnswer }) =>
    values.includes(payload.value) || (isAnswer && isOpen && typeof payload.value === 'string')
      ? payload
      : addIssue(payload, { code: 'invalid_value', values, said: message }),
  object: readObject,
  array: readArray,
  record: readRecord,
  optional: ({ inner }, payload, mode) => {
    if (payload.value !== undefined) return run(inner as Described, payload, mode);
    if (inner?.definition.absentIn !== 'defaulted') return payload;
    const { value, issues } = run(inner, { value: undefined, issues: [] }, mode);
    payload.value = issues.length > 0 ? undefined : value;
    return payload;
  },
  nullable: ({ inner }, payload, mode) => (payload.value === null ? payload : run(inner as Described, payload, mode)),
  prefault: ({ inner, fallback }, payload, mode) => {
    if (!mode.isBackward && payload.value === undefined) payload.value = copyOf(fallback);
    return run(inner as Described, payload, mode);
  },
  union: readUnion,
  discriminated: readDiscriminated,
  pipe: ({ from, to }, payload, mode) => {
    const [first, second] = (mode.isBackward ? [to, from] : [from, to]) as [Described, Described];
    const { value, issues } = run(first, payload, mode);
    if (issues.some(({ code }) => code !== 'unrecognized_keys')) return { value, issues, aborted: true };
    return run(second, { value, issues }, mode);
  },
  codec: ({ from, to, decode, encode }, payload, mode) => {
    const [first, convert, second] = mode.isBackward ? [to, encode, from] : [from, decode, to];
    const result = run(first as Described, payload, mode);
    const value = result.issues.length > 0 ? undefined : convert?.(result.value, result);
    if (result.issues.length > 0) return { ...result, aborted: true };
    return run(second as Described, { value, issues: result.issues }, mode);
  },
  transform: ({ decode }, payload, { isBackward }) => {
    if (isBackward) throw new Error('A transform has no way back.');
    payload.value = decode?.(payload.value, payload);
    return payload;
  },
};

function copyOf(value: unknown): unknown {
  if (typeof value === 'function') return (value as () => unknown)();
  if (Array.isArray(value)) return [...(value as unknown[])];
  return isObject(value) ? { ...value } : value;
}

function readObject(definition: Definition, payload: Payload, mode: Mode): Payload {
  const { value: given } = payload;
  if (!isObject(given)) return wrongKind(payload, 'object', definition);
  const { shape = {}, isStrict, message } = definition;
  payload.value = {};
  for (const key in shape) {
    const schema = shape[key] as Described;
    const result = run(schema, { value: given[key], issues: [] }, mode);
    putProperty(payload, key, { result, isPresent: key in given, of: schema.definition });
  }
  const keys: string[] = [];
  if (isStrict) for (const key in given) if (!Object.hasOwn(shape, key)) keys.push(key);
  return keys.length > 0
    ? addIssue(payload, { code: 'unrecognized_keys', keys, continue: true, said: message })
    : payload;
}

interface Property {
  result: Payload;
  isPresent: boolean;
  of: Definition;
}

/** An absent key stays absent, becomes its default, or is an error. */
function putProperty(payload: Payload, key: string, { result, isPresent, of }: Property): void {
  const { absentIn, absentOut } = of;
  const canLack = !isPresent && absentOut === 'optional';
  if (canLack && (absentIn === 'optional' || (absentIn !== undefined && result.issues.length > 0))) return;
  addWithin(payload, key, result.issues);
  if (!isPresent && absentIn === undefined) {
    if (result.issues.length === 0) addIssue(payload, { code: 'invalid_type', expected: 'nonoptional', path: [key] });
    return;
  }
  if (result.value === undefined && !isPresent && (absentIn !== 'defaulted' || absentOut === 'optional')) return;
  (payload.value as Record<string, unknown>)[key] = result.value;
}

function readArray(definition: Definition, payload: Payload, mode: Mode): Payload {
  const { value: given } = payload;
  if (!Array.isArray(given)) return wrongKind(payload, 'array', definition);
  const { inner, checks = [], message } = definition;
  const later = checks.findIndex(({ isOfSize }) => isOfSize !== true);
  const first = checks.slice(0, later === -1 ? checks.length : later);
  const tooMany = first.find(({ most = Infinity }) => given.length > most);
  if (tooMany && !mode.skipsChecks && !mode.isBackward) {
    tooMany.run(payload);
    for (const issue of payload.issues.slice(-1))
      Object.assign(issue, { continue: false, said: issue.said ?? message });
    return payload;
  }
  payload.value = given.map((item, index) => {
    const { value, issues } = run(inner as Described, { value: item, issues: [] }, mode);
    addWithin(payload, index, issues);
    return value;
  });
  return payload;
}

function readRecord(definition: Definition, payload: Payload, mode: Mode): Payload {
  const { value: given } = payload;
  if (!isObject(given)) return wrongKind(payload, 'record', definition);
  const { inner, values, message } = definition;
  const known = Object.keys(given).filter((key) => key !== '__proto__' && (values?.includes(key) ?? true));
  const record: Record<string, unknown> = {};
  payload.value = record;
  for (const key of known) {
    const { value, issues } = run(inner as Described, { value: given[key], issues: [] }, mode);
    addWithin(payload, key, issues);
    record[key] = value;
  }
  const keys = Object.keys(given).filter((key) => key !== '__proto__' && !known.includes(key));
  return keys.length > 0
    ? addIssue(payload, { code: 'unrecognized_keys', keys, continue: true, said: message })
    : payload;
}

function readUnion({ options = [], message }: Definition, payload: Payload, mode: Mode): Payload {
  const results: Payload[] = [];
  for (const option of options) {
    const result = run(option, { value: payload.value, issues: [] }, mode);
    if (result.issues.length === 0) return result;
    results.push(result);
  }
  const [nearest, ...others] = results.filter((result) => !isAborted(result));
  if (nearest && others.length === 0) return nearest;
  const errors = results.map(({ issues }) => issues.map(finish));
  return addIssue(payload, { code: 'invalid_union', errors, said: message });
}

function readDiscriminated(definition: Definition, payload: Payload, mode: Mode): Payload {
  const { options = [], discriminator = '', message } = definition;
  const { value } = payload;
  if (!isObject(value)) return addIssue(payload, { code: 'invalid_type', expected: 'object', said: message });
  const valuesOf = (option: Described) => option.definition.shape?.[discriminator]?.definition.values ?? [];
  const option = options.find((each) => valuesOf(each).includes(value[discriminator]));
  if (option) return run(option, payload, mode);
  if (mode.isBackward) return readUnion(definition, payload, mode);
  return addIssue(payload, {
    code: 'invalid_union',
    errors: [],
    note: 'No matching discriminator',
    discriminator,
    options: options.flatMap(valuesOf),
    path: [discriminator],
    said: message,
  });
}
