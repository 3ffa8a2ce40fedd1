import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { takesApiKeys } from './takes-api-keys.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());

const read = async (path: string) => (await app.app.request(`/sandbox/docs${path}`)).text();

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string }[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: object;
  components: Record<string, Record<string, object>>;
}

test('the document for merchants has the calls by key and the webhooks, and nothing else', async () => {
  const { paths, webhooks, components } = JSON.parse(await read('/openapi.merchant.json')) as Document;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const byKey = Object.values<AnyEndpoint>(endpoints).filter(({ access }) => takesApiKeys(access));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(byKey.map(({ name }) => name).toSorted());
  expect(Object.keys(webhooks)).toEqual(['payment', 'refund', 'payout']);
  for (const { security, parameters } of operations) {
    const [key, ...tokens] = security;
    expect(key).toEqual({ applicationId: [], applicationSecret: [] });
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) expect(token).toEqual({ oauth: [expect.any(String)] });
    expect(parameters.map(({ name }) => name)).not.toContain('x-step-up');
  }
  expect(Object.keys(components['securitySchemes'] ?? {})).toEqual(['applicationId', 'applicationSecret', 'oauth']);
});

test('the document for merchants is valid and small, and every reference in it resolves', async () => {
  const text = await read('/openapi.merchant.json');
  const document = JSON.parse(text) as Document;
  expect(text.length).toBeLessThan(210_000);
  const named = Object.entries(document.components).flatMap(([kind, each]) =>
    Object.keys(each).map((name) => `#/components/${kind}/${name}`),
  );
  const referred = [...new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to))];
  expect(referred.filter((to) => !named.includes(to ?? ''))).toEqual([]);
  expect(await new Validator().validate(document as object as Record<string, unknown>)).toMatchObject({ valid: true });
});

test('an address that was typed with a slash, without a guide or without the base path leads on', async () => {
  for (const [from, to] of [
    ['/docs', ''],
    ['/docs/', ''],
    ['/sandbox/docs/', ''],
    ['/sandbox/docs/guides', '/guides/keys'],
    ['/sandbox/docs/guides/', '/guides/keys'],
  ]) {
    const answer = await app.app.request(from ?? '');
    expect([from, answer.status, answer.headers.get('location')]).toEqual([from, 301, `/sandbox/docs${to}`]);
  }
});

test('the reference and the guides link to the document for merchants', async () => {
  expect(await read('')).toContain('/sandbox/docs/openapi.merchant.json');
  expect(await read('/guides/keys')).toContain('/sandbox/docs/openapi.merchant.json');
});
