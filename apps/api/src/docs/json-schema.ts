import { WireAmount } from '@volume/contract/money.ts';
import * as z from 'zod/mini';

/** The part of JSON Schema our shapes use. */
export interface JsonSchema {
  type?: string | string[];
  pattern?: string;
  allOf?: JsonSchema[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: boolean | JsonSchema;
  [keyword: string]: unknown;
}

/** The wire's side of a schema: what is sent and answered, not what either side makes of it. */
export function wireSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // An answered amount is checked by a function, which tells nothing of itself.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === (WireAmount as unknown)) jsonSchema.type = 'number';
    },
  }) as JsonSchema;
  return rest;
}

export interface Field {
  path: string;
  type: string;
  isRequired: boolean;
}

/** The fields of a shape as flat rows: `content[].payer.name`. */
export function fieldsOf(schema: JsonSchema, prefix = '', depth = 0): Field[] {
  const shape = withoutNull(schema);
  if (shape.items && depth === 0 && prefix === '') return fieldsOf(shape.items, '[]', depth);
  const branches = shape.oneOf ?? shape.anyOf;
  if (branches) {
    const shapes = branches.filter((branch) => branch.type !== 'null');
    return together(shapes.map((branch) => fieldsOf(branch, prefix, depth)));
  }
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isRequired = shape.required?.includes(name) ?? false;
    const inner = withoutNull(field);
    const below = depth < 5 ? fieldsOf(inner.items ?? inner, inner.items ? `${path}[]` : path, depth + 1) : [];
    return [{ path, type: typeInWords(field), isRequired }, ...below];
  });
}

/** A type as people say it: `text or null`, `one of EUR, GBP`. */
export function typeInWords(schema: JsonSchema): string {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map(typeInWords))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeInWords({ ...schema, type })).join(' or ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.items) return `list of ${typeInWords(schema.items)}`;
  if (schema.type === 'string') return textInWords(schema.pattern ?? '');
  if (schema.type === 'integer') return 'whole number';
  return schema.type ?? 'anything';
}

const patterns: readonly [RegExp, string][] = [
  [/\[0-9a-f\]\{8\}-/i, 'UUID'],
  [/^\^\\d\{4\}-/, 'UTC time'],
  [/^\^\\d\{1,13\}/, 'amount such as 12.50'],
  [/^\^\\d\{1,9\}\$$/, 'whole number'],
];

function textInWords(pattern: string): string {
  return patterns.find(([known]) => known.test(pattern))?.[1] ?? 'text';
}

/**
 * The fields of a path or a query as their schemas stand in an address; lists by what they may hold and whole numbers by what they
 * are, which the wire's text does not tell.
 */
export function parameterSchema(schema: z.ZodMiniType): JsonSchema {
  const wire = wireSchema(schema);
  const inner = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  const properties = Object.entries(wire.properties ?? {}).map(([name, field]) => {
    const meant = inner.properties?.[name];
    if (meant?.items) return [name, { type: 'array', items: meant.items }];
    if (meant?.type !== 'integer' || field.pattern !== wholeNumber) return [name, field];
    const given = field['default'] === undefined ? {} : { default: Number(field['default']) };
    return [name, { type: 'integer', minimum: 0, maximum: 999_999_999, ...given }];
  });
  return { ...wire, properties: Object.fromEntries(properties) as Record<string, JsonSchema> };
}

const wholeNumber = String.raw`^\d{1,9}$`;

/** The parameters of a path or a query in words. */
export function parameterFields(schema: z.ZodMiniType): Field[] {
  const { properties = {}, required = [] } = parameterSchema(schema);
  return Object.entries(properties).map(([path, field]) => ({
    path,
    type: typeInWords(field),
    isRequired: required.includes(path),
  }));
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf?.filter((branch) => branch.type !== 'null');
  return branches?.length === 1 ? (branches[0] ?? schema) : schema;
}

/** A field of several shapes of a union stands once, with every type it may be; it is always there when it is in all of them. */
function together(shapes: readonly Field[][]): Field[] {
  const found = new Map<string, Field & { times: number }>();
  for (const field of shapes.flat()) {
    const known = found.get(field.path);
    const types = new Set([...(known?.type.split(' or ') ?? []), ...field.type.split(' or ')]);
    const times = (known?.times ?? 0) + (field.isRequired ? 1 : 0);
    found.set(field.path, { ...field, type: [...types].join(' or '), times });
  }
  return [...found.values()].map(({ times, ...field }) => ({ ...field, isRequired: times === shapes.length }));
}
