import type { JsonSchema } from '#docs/json-schema.ts';
import { bankWords } from './banks.ts';
import { figureWords } from './figures.ts';
import { listWords } from './lists.ts';
import { merchantWords } from './merchants.ts';
import { moneyWords } from './money.ts';
import { operationWords } from './operations.ts';
import { paymentWords } from './payments.ts';
import { peopleWords } from './people.ts';
import { sessionWords } from './session.ts';
import { serverWords } from './servers.ts';
import type { Words } from './words.ts';

/** The description of each property and parameter, by its name. */
export const descriptions: Record<string, Words> = {
  ...listWords,
  ...paymentWords,
  ...moneyWords,
  ...bankWords,
  ...merchantWords,
  ...peopleWords,
  ...sessionWords,
  ...operationWords,
  ...serverWords,
  ...figureWords,
};

/**
 * The description of a property; undefined if there is none. `place` is the schema or call that has the property, with the
 * properties around it (`Payout.payoutRequestDetails`).
 */
export function describe(place: string, name: string): string | undefined {
  const words = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
  if (words === undefined || typeof words === 'string') return words;
  const [otherwise, ...special] = words;
  return special.find(([pattern]) => pattern.test(place))?.[1] ?? otherwise;
}

/** Adds its description to every property of a schema, and to those inside. */
export function describeProperties(schema: JsonSchema, place: string): JsonSchema {
  const inside = (each: JsonSchema): JsonSchema => describeProperties(each, place);
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && { properties: describeEach(properties, place) }),
    ...(items && { items: inside(items) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
    ...(allOf && { allOf: allOf.map(inside) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inside(additionalProperties) }),
  };
}

function describeEach(properties: Record<string, JsonSchema>, place: string): Record<string, JsonSchema> {
  const described = Object.entries(properties).map(([name, field]): [string, JsonSchema] => {
    const description = describe(place, name);
    return [name, { ...(description && { description }), ...describeProperties(field, `${place}.${name}`) }];
  });
  return Object.fromEntries(described);
}
