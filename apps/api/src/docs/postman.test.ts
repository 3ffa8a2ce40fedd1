import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Database } from '#database/database.ts';
import { clientOf } from '#testing/api-keys/ask-token.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { takesApiKeys } from './takes-api-keys.ts';

interface Named {
  key: string;
  value: string;
}
interface Item {
  id: string;
  name: string;
  request: {
    method: string;
    header: Named[];
    url: { raw: string; variable: Named[]; query: (Named & { disabled: boolean })[] };
    body?: { raw: string };
  };
  response: { code: number; body: string }[];
}
interface Collection {
  info: { schema: string };
  variable: Named[];
  item: Item[];
}

let database: Database;
let app: TestApp;
let collection: Collection;
let own: Record<string, string>;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  const { id, secret } = clientOf(await makeApiKey(app));
  collection = (await (await app.app.request('/sandbox/docs/postman.json')).json()) as Collection;
  const variables = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
  const given = { applicationId: id, applicationSecret: secret, merchantId: ids.harbour, payInAccountId: '1000' };
  own = Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, value || ids.nobody]));
  own = { ...own, ...given };
});
afterAll(() => database.close());

const byKey = Object.values<AnyEndpoint>(endpoints).filter(({ access }) => takesApiKeys(access));

/** Puts in the variables as Postman does. */
const fill = (text: string): string =>
  text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) => {
    if (name === '$guid') return crypto.randomUUID();
    const value = own[name];
    if (value === undefined) throw new Error(`The collection has no variable ${name}.`);
    return value;
  });

test('the collection has every call by key, with a response', () => {
  expect(collection.info.schema).toContain('/collection/v2.1.0/');
  expect(collection.item.map(({ id }) => id).toSorted()).toEqual(byKey.map(({ name }) => name).toSorted());
  for (const { id, response } of collection.item) {
    const endpoint = byKey.find(({ name }) => name === id);
    expect(response[0]?.code).toBe(endpoint?.status);
    const body = response[0]?.body || 'null';
    expect((endpoint?.response ?? z.null()).safeParse(JSON.parse(body)).success).toBe(true);
  }
});

test.each(byKey.map(({ name }) => name))('the request %s is accepted as it stands', async (name) => {
  const { request } = collection.item.find(({ id }) => id === name)!;
  const { raw, variable, query } = request.url;
  const path = variable.reduce((url, { key, value }) => url.replace(`:${key}`, fill(value)), fill(raw));
  const search = new URLSearchParams(query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]));
  const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, fill(value)]));
  const body = request.body && fill(request.body.raw);
  const answer = await app.app.request(`${path}?${search}`, { method: request.method, headers, ...(body && { body }) });
  const text = await answer.text();
  // An object that is not there, or an account that is not this application's.
  expect([200, 201, 404, 422], text).toContain(answer.status);
  expect(text).not.toContain('This call was not found');
});
