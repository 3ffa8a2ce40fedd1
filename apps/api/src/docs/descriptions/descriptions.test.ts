import { endpoints } from '@volume/contract/endpoints.ts';
import { expect, test } from 'vitest';
import type { JsonSchema } from '#docs/json-schema.ts';
import { openApi } from '#docs/open-api.ts';
import { descriptions } from './describe.ts';

interface Named {
  name: string;
  place: string;
  description: unknown;
}
interface Operation {
  operationId: string;
  parameters?: { name?: string; in: string; description?: string }[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; parameters: Record<string, Operation['parameters']> };
}

const document = openApi(Object.values(endpoints), 'https://portal.example.com/sandbox') as unknown as Document;

/** Every property in a piece of the document, with the schema or call and the properties around it. */
function propertiesIn(value: unknown, place: string): Named[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'properties'
      ? Object.entries(inner as Record<string, JsonSchema>).flatMap(([name, field]) => [
          { name, place, description: field.description },
          ...propertiesIn(field, `${place}.${name}`),
        ])
      : propertiesIn(inner, place),
  );
}

const operations = [document.paths, document.webhooks].flatMap((all) => Object.values(all).flatMap(Object.values));
const parameters = (operations as Operation[]).flatMap(({ operationId, parameters: own = [] }) =>
  own.flatMap(({ name, in: where, description }) =>
    name === undefined ? [] : [{ name, place: `${operationId} ${where}`, description }],
  ),
);
// A refusal lists its codes next to a reference to the schema, which describes `code`.
const isOfRefusal = ({ name, description }: Named): boolean => name === 'code' && description === undefined;
const properties = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => propertiesIn(schema, name)),
  ...(operations as Operation[]).flatMap(({ operationId, ...rest }) => propertiesIn(rest, operationId)),
].filter((each) => !isOfRefusal(each));

test('every property and every parameter has a description', () => {
  expect(properties.length).toBeGreaterThan(1500);
  expect(parameters.length).toBeGreaterThan(300);
  const silent = [...properties, ...parameters].filter(({ description }) => !description);
  const names = silent.map(({ name, place }) => `${place}.${name}`);
  expect(names, 'describe each in a file of apps/api/src/docs/descriptions/').toEqual([]);
});

test('every description is a sentence, and belongs to something that exists', () => {
  const said = new Set(
    [...properties, ...parameters].map(({ name, description }) => `${name}: ${String(description)}`),
  );
  const written = Object.entries(descriptions).flatMap(([name, words]) =>
    (typeof words === 'string' ? [words] : words.map((each) => (typeof each === 'string' ? each : each[1]))).map(
      (sentence) => ({ name, sentence }),
    ),
  );
  expect(written.filter(({ sentence }) => !/^[A-Z0-9`].*[.`]$/s.test(sentence))).toEqual([]);
  expect(written.filter(({ name, sentence }) => !said.has(`${name}: ${sentence}`))).toEqual([]);
});
