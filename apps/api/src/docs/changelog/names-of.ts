import { eventTypes } from '@volume/contract/webhooks/events.ts';
import type { JsonSchema } from '#docs/json-schema.ts';

interface Parameter {
  name?: string;
  in: string;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: object;
  responses: object;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: object };
}

/** All names of the API for servers, sorted: calls, query parameters, the fields of each shape, event types and error codes. */
export function namesOf(document: unknown): string[] {
  const { paths, webhooks, components } = document as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`;
      const query = (operation.parameters ?? []).filter((each) => each.in === 'query');
      return [call, ...query.map(({ name }) => `${call} ?${name}`), ...inlineFields(operation)];
    }),
  );
  const names = [
    ...calls,
    ...Object.keys(webhooks).map((name) => `webhook ${name}`),
    ...Object.entries(components.schemas).flatMap(([name, schema]) => fieldsIn(schema, name)),
    ...codesIn(components.responses).map((code) => `code ${code}`),
    ...eventTypes.map((type) => `event ${type}`),
  ];
  return [...new Set(names)].toSorted();
}

/** The fields of bodies and responses that are too small to have a named schema. */
const inlineFields = ({ operationId, requestBody = {}, responses }: Operation): string[] =>
  [requestBody, responses].flatMap((part) => fieldsIn(part, operationId));

/** Every property below a piece of the document, by the names around it. */
function fieldsIn(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'examples' || key === 'example' || key === 'headers') return [];
    if (key !== 'properties') return fieldsIn(inner, place);
    return Object.entries(inner as object).flatMap(([name, field]) => [
      `${place}.${name}`,
      ...fieldsIn(field, `${place}.${name}`),
    ]);
  });
}

const codesIn = (responses: object): string[] =>
  [...JSON.stringify(responses).matchAll(/"code":\{"enum":\[([^\]]*)\]/g)].flatMap(
    ([, list = '']) => JSON.parse(`[${list}]`) as string[],
  );
