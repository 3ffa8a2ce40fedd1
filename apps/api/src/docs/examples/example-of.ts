import type { JsonSchema } from '#docs/json-schema.ts';

/** Values of fields by their names; one of another type than the schema's is not used. */
export type ByName = Readonly<Record<string, unknown>>;

/** A value that the schema accepts, made of its fields, their names and their patterns. */
export function exampleOf(schema: JsonSchema, byName: ByName, name = ''): unknown {
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (named !== undefined && isOfType(named, schema)) return named;
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, field]) => [key, exampleOf(field, byName, key)]),
    );
  }
  if (schema.items) return [exampleOf(schema.items, byName, name)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches?.[0]) return exampleOf(branches[0], byName, name);
  return simpleValue(schema, name);
}

function simpleValue({ type, pattern }: JsonSchema, name: string): unknown {
  const [first] = [type].flat();
  if (first === 'integer') return 1000;
  if (first === 'number') return 12.5;
  if (first === 'boolean') return true;
  if (first === 'object') return {};
  if (pattern !== undefined && Object.hasOwn(byPattern, pattern)) return byPattern[pattern];
  if (name.includes('Url')) return 'https://shop.example.com/volume';
  if (name.endsWith('Id')) return '018cc778-5000-7fb8-ab33-93f5e60e9f83';
  return 'Order 1001';
}

const byPattern: Record<string, string> = {
  [String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?Z?$`]: '2026-11-21T09:05:00.000',
  [String.raw`^\d{4}-\d{2}-\d{2}$`]: '2026-11-21',
  [String.raw`^\d{4}-(0[1-9]|1[0-2])$`]: '2026-10',
};

function isOfType(value: unknown, { type, anyOf, oneOf, properties, items, pattern }: JsonSchema): boolean {
  const branches = anyOf ?? oneOf;
  if (branches) return branches.some((branch) => isOfType(value, branch));
  if (value === null) return [type].flat().includes('null');
  if (typeof value === 'string' && pattern !== undefined) return new RegExp(pattern).test(value);
  if (Array.isArray(value)) return items !== undefined;
  if (type === undefined) return properties === undefined;
  const [first] = [type].flat();
  return first === typeof value || (first === 'integer' && Number.isInteger(value));
}
