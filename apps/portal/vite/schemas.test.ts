import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { exampleBody } from '@volume/api/src/docs/example-body.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { build, type Plugin, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as own from '#schemas/zod-mini.ts';
import { samplesOf } from './schema-samples.ts';
import { ownSchemas } from './schemas.ts';

// The portal bundles the contract with schemas of its own (decision 5). Here that bundle and the library read and write the
// same values: samples of every part of every endpoint, and each of their positions changed in each of the ways below.

type AnySchema = z.ZodMiniType;
type Own = typeof own;
type OwnSchema = Parameters<Own['decode']>[0];
type OwnEndpoints = Record<string, Partial<Record<keyof AnyEndpoint, OwnSchema>>>;

z.config({ jitless: true });

const contract = fileURLToPath(import.meta.resolve('@volume/contract/endpoints.ts'));

/** The contract's endpoints as the portal bundles them. `change` edits the source of the reader first. */
async function bundleEndpoints(change?: readonly [from: string, to: string]): Promise<OwnEndpoints> {
  const edit: Plugin = {
    name: 'edit',
    transform: {
      filter: { id: /\/schemas\/read\.ts$/ },
      handler: (code) => {
        if (!change) return code;
        if (!code.includes(change[0])) throw new Error(`The reader no longer contains ${change[0]}`);
        return code.replace(change[0], change[1]);
      },
    },
  };
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [edit, ownSchemas()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: contract, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
    },
  });
  const { code } = (made as Rolldown.RolldownOutput).output[0];
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { endpoints: OwnEndpoints };
  return module.endpoints;
}

const replacements = [
  undefined,
  null,
  '',
  'SOMETHING_NEW',
  'EXTREME',
  'GBP',
  ' a@b.example ',
  'javascript:alert(1)',
  'https://a.example/x',
  '2026-11-21T10:00:00Z',
  '2026-13-41T10:00:00Z',
  '😀'.repeat(40),
  'x'.repeat(301),
  0,
  -1.5,
  12.345,
  1e300,
  Infinity,
  true,
  {},
  [],
  ['x', 1],
  Array.from({ length: 51 }, () => 'x'),
];

const isFull = process.env['TEST_COUNTS'] === 'full';

/** The replacements for a position: a third of them by default, a different third for its neighbour; all with TEST_COUNTS=full. */
const replacementsAt = (position: number): unknown[] =>
  isFull ? replacements : replacements.filter((_, index) => (index + position) % 3 === 0);

/** The sample with each position replaced, removed, or given an additional key, at every depth; in a list, only its first item. */
function* changesOf(sample: unknown, position = 0): Generator<unknown> {
  yield* replacementsAt(position);
  if (typeof sample !== 'object' || sample === null) return;
  if (!Array.isArray(sample)) yield { ...sample, somethingNew: 'x' };
  const entries = Object.entries(sample).slice(0, Array.isArray(sample) ? 1 : undefined);
  for (const [index, [name, part]] of entries.entries()) {
    if (!Array.isArray(sample)) yield Object.fromEntries(Object.entries(sample).filter(([key]) => key !== name));
    for (const changed of changesOf(part, position + index))
      yield Array.isArray(sample) ? sample.with(Number(name), changed) : { ...sample, [name]: changed };
  }
}

/** The value, or the text of the error with all its issues, as telemetry reports it. */
function reading(read: () => unknown): { value: unknown } | { error: string } {
  const { stackTraceLimit } = Error;
  // No test reads the stacks of these errors, and capturing them takes a tenth of the time.
  Error.stackTraceLimit = 0;
  try {
    return { value: read() };
  } catch (error) {
    const { name, message } = error as Error;
    return { error: `${name}: ${message}` };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

type Part = 'response' | 'query' | 'params' | 'body';
const parts: readonly Part[] = ['response', 'query', 'params', 'body'];

/** Every value that the library and the bundle read or write differently, with both readings. */
function* differences(bundled: OwnEndpoints, wanted: readonly Part[] = parts) {
  for (const [name, endpoint] of Object.entries(endpoints) as [string, AnyEndpoint][]) {
    for (const part of wanted) {
      const [theirs, ours] = [endpoint[part] as AnySchema | undefined, bundled[name]?.[part]];
      if (!theirs || !ours) continue;
      const samples = part === 'body' ? [exampleBody(endpoint)] : samplesOf(theirs);
      for (const sample of samples) {
        for (const given of [sample, ...changesOf(sample)]) {
          const readings = [reading(() => z.decode(theirs, given)), reading(() => ours.parse(given))];
          if (!areSame(readings)) yield { of: `${name}, ${part} decoded`, given, readings };
        }
        // The portal sends no responses.
        if (part === 'response') continue;
        const decoded = z.decode(theirs, sample);
        for (const given of [decoded, ...changesOf(decoded)]) {
          const readings = [reading(() => z.encode(theirs, given)), reading(() => ours.encode(given))];
          if (!areSame(readings)) yield { of: `${name}, ${part} encoded`, given, readings };
        }
      }
    }
  }
}

/** Compares the order of keys too, because tables show it. */
const areSame = ([theirs, ours]: ReturnType<typeof reading>[]): boolean =>
  isDeepStrictEqual(theirs, ours) && JSON.stringify(theirs) === JSON.stringify(ours);

test('the bundle reads and writes every value as the library does', async () => {
  const found = [...differences(await bundleEndpoints())];
  expect(found.slice(0, 3)).toEqual([]);
});

const nextDay = (text: string): string => `${text}+1`;

/** Schemas that forms use in addition to the contract's. */
const ofForms = ({ ...lib }: typeof z) => ({
  typed: lib.object({
    amount: lib.pipe(
      lib.string('must be typed'),
      lib.transform((text: string, { issues }) => {
        if (text.length > 3) issues.push({ code: 'custom', message: 'Too long.', input: text, continue: true });
        return Number(text);
      }),
    ),
    day: lib.pipe(lib.pipe(lib.string(), lib.transform(nextDay)), lib.string().check(lib.maxLength(20, 'late'))),
    whatever: lib.custom(() => true),
    anything: lib.any(),
    choice: lib.union([
      lib.pipe(
        lib.string(),
        lib.transform(() => null),
      ),
      lib.int().check(lib.lte(28)),
    ]),
  }),
  records: lib.partialRecord(lib.enum(['one', 'two'], 'unknown'), lib.array(lib.int()).check(lib.minLength(1))),
  picked: lib.strictObject(
    lib.pick(lib.object({ a: lib.string(), b: lib.optional(lib.prefault(lib.nullable(lib.string()), 'b')) }), {
      b: true,
    }).shape,
    'has other fields',
  ),
  checked: lib
    .object({ from: lib.number(), to: lib.optional(lib.number()) })
    .check(lib.refine(({ from, to = from }) => from <= to, { path: ['to'], error: () => 'must not be before' })),
});

test('schemas that only forms use are read as the library reads them', () => {
  const [theirs, ours] = [ofForms(z), ofForms(own as unknown as typeof z)];
  const samples = {
    typed: { amount: '12', day: '2026-11-21', whatever: 1, anything: null, choice: 'no' },
    records: { one: [1, 2] },
    picked: { b: 'x' },
    checked: { from: 2, to: 1 },
  };
  for (const [name, sample] of Object.entries(samples)) {
    const [their, our] = [theirs[name as 'typed'], ours[name as 'typed']];
    for (const given of [sample, ...changesOf(sample)])
      expect({ given, ...reading(() => our.parse(given)) }).toEqual({ given, ...reading(() => their.parse(given)) });
  }
});

test('an answer can have a new text where the schema is an enumeration, but not where it is a literal', () => {
  const schema = own.object({ state: own.enum(['OPEN', 'CLOSED']), currency: own.literal(['GBP', 'EUR']) });
  const known = { state: 'OPEN', currency: 'GBP' };
  expect(own.decode(schema, { ...known, state: 'PUT_OFF' })).toEqual({ ...known, state: 'PUT_OFF' });
  expect(() => own.decode(schema, { ...known, state: null })).toThrow('invalid_value');
  expect(() => own.decode(schema, { ...known, currency: 'JPY' })).toThrow('invalid_value');
  expect(() => own.encode(schema, { ...known, state: 'PUT_OFF' })).toThrow('invalid_value');
});

test.each([
  ['null only where it is allowed', 'payload.value === null', 'payload.value == null'],
  ['the values of an enumeration', 'values.includes(payload.value)', 'true'],
  ['amounts and times converted', 'convert?.(result.value, result)', 'result.value'],
  ['defaults of missing keys', 'payload.value = copyOf(fallback)', 'void fallback'],
  ['missing keys', 'addWithin(payload, key, result.issues);', 'if (isPresent) addWithin(payload, key, result.issues);'],
  ['keys that are not in a strict shape', '!Object.hasOwn(shape, key)', 'false'],
  ['the checks of a text', 'isOver ||= found.some(mustStop)', 'payload.issues.length = before'],
  ['the path of an issue', 'unshift(key)', 'push(key)'],
])('a reader that got one thing wrong would be found: %s', async (_, from, to) => {
  const [first] = differences(await bundleEndpoints([from, to]));
  expect(first).toBeDefined();
});

test('has every function of the library that the contract and the portal use', () => {
  const folders = [join(contract, '..'), fileURLToPath(new URL('../src', import.meta.url))];
  const used = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && file !== 'boot/shapes.ts')
      .flatMap((file) =>
        Array.from(
          readFileSync(join(folder, file), 'utf8').matchAll(/\bz\.([a-z]\w*)(?:<[^()>]*>)?\(/g),
          ([, name = '']) => name,
        ),
      ),
  );
  expect([...new Set(used)].filter((name) => !(name in own))).toEqual([]);
  expect(Object.keys(own).filter((name) => !used.includes(name))).toEqual([]);
});
