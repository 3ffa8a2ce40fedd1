import * as z from 'zod/mini';

type AnySchema = z.core.$ZodType;
/** The parts of a library schema that samples need. */
interface Known {
  type: string;
  shape?: Record<string, AnySchema>;
  element?: AnySchema;
  innerType?: AnySchema;
  valueType?: AnySchema;
  options?: AnySchema[];
  entries?: Record<string, string>;
  values?: unknown[];
  out?: AnySchema;
}

/** One of these is valid for every text, number and amount of the contract. */
const simple = [
  '018cc778-5000-7fb8-ab33-93f5e60e9f83',
  '2026-11-21T10:00:00.000',
  '2026-11-21T10:00:00.000000Z',
  '2026-11-21',
  '2026-11',
  '12',
  '12.50',
  '06:00',
  'Europe/London',
  'oWNjaGFsbGVuZ2U',
  'maya@harbourbloom.example',
  '#1d4ed8',
  'Order 1001',
  '10',
  '70000',
  '01-01',
  '4',
  'true',
  12.5,
  1000,
  5,
  true,
];

/** Samples of a schema's wire: one with every part, for every option of a union, and one with as little as it allows. */
export function samplesOf(schema: AnySchema): unknown[] {
  const known = schema._zod.def as unknown as Known;
  if (known.shape) return samplesOfObject(Object.entries(known.shape));
  if (known.element) return samplesOf(known.element).map((item) => [item, item]);
  if (known.options) return known.options.flatMap(samplesOf);
  if (known.type === 'record' && known.valueType) return samplesOf(known.valueType).map((value) => ({ one: value }));
  if (known.innerType) return [...samplesOf(known.innerType), ...(known.type === 'nullable' ? [null] : [undefined])];
  const value = [...valuesOf(known), ...simple].find((each) => z.safeDecode(schema as z.ZodMiniType, each).success);
  if (value === undefined) throw new Error(`No sample is valid for ${JSON.stringify(known)}`);
  return [value];
}

/** The values that an enumeration, a literal, or a list of them in a query allows. */
function valuesOf({ entries, values, element, out }: Known): unknown[] {
  const inner = element ?? out;
  if (inner) return valuesOf(inner._zod.def as unknown as Known);
  return [...Object.values(entries ?? {}), ...(values ?? [])];
}

/** As many samples as the richest field has values: each sample uses the field's next value, and the last one again when there are no more. */
function samplesOfObject(fields: [string, AnySchema][]): unknown[] {
  const samples = fields.map(([name, schema]) => [name, samplesOf(schema)] as const);
  const count = Math.max(1, ...samples.map(([, each]) => each.length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(samples.map(([name, each]) => [name, each[Math.min(index, each.length - 1)]])),
  );
}
