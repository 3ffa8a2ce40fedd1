import { WireAmount } from '@volume/contract/money/money.ts';
import * as z from 'zod/mini';

/** The subset of JSON Schema that we use. */
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

type Names = z.core.$ZodRegistry<{ id: string }>;

/** The schema in wire format. Schemas in `names` are definitions, to which the others refer. */
export function wireSchema(schema: z.ZodMiniType, names?: Names): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    ...(names && { metadata: names as z.core.$ZodRegistry<Record<string, unknown>> }),
    unrepresentable: 'any',
    // Amounts in responses are validated by a function, which has no JSON schema.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === (WireAmount as unknown)) jsonSchema.type = 'number';
    },
  }) as JsonSchema;
  return rest;
}

/**
 * Path or query parameters in wire format. The wire type of lists and integers is text, so their item type and range
 * come from the decoded type.
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
