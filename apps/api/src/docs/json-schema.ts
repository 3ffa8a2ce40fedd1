import * as z from 'zod/mini';

/** The part of JSON Schema our shapes use. */
export type JsonSchema = {
  type?: string;
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
};

/** The wire's side of a schema: what is sent and answered, not what either side makes of it. */
export function wireSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

export type Field = { path: string; type: string; isRequired: boolean };

/** The fields of a shape as flat rows: `content[].payer.name`. */
export function fieldsOf(schema: JsonSchema, prefix = '', depth = 0): Field[] {
  const shape = withoutNull(schema);
  if (shape.items && depth === 0 && prefix === '') return fieldsOf(shape.items, '[]', depth);
  const branches = shape.oneOf ?? shape.anyOf;
  if (branches) return distinct(branches.flatMap((branch) => fieldsOf(branch, prefix, depth)));
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
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.items) return `list of ${typeInWords(schema.items)}`;
  if (schema.type === 'string') return 'text';
  if (schema.type === 'integer') return 'whole number';
  return schema.type ?? 'anything';
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf?.filter((branch) => branch.type !== 'null');
  return branches?.length === 1 ? (branches[0] ?? schema) : schema;
}

function distinct(fields: readonly Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.path, field])).values()];
}
