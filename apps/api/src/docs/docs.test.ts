import { endpoints } from '@volume/contract/endpoints.ts';
import { signIn } from '@volume/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());

type Operation = {
  operationId: string;
  responses: Record<string, { content?: Record<string, unknown> }>;
  security: unknown[];
};
type OpenApi = { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, Operation>> };

test('the OpenAPI document has every call of the contract, with its answer', async () => {
  const document = (await (await app.app.request('/sandbox/docs/openapi.json')).json()) as OpenApi;
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: 'http://localhost/sandbox/api' }]);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  const list = document.paths['/payments']!['get']!;
  expect(Object.keys(list.responses['200']!.content!)).toContain('application/vnd.volume.v0.8+json');
  expect(list.responses).toHaveProperty('401');
  expect(document.paths['/accounts/sign-in']!['post']!.security).toEqual([]);
});

test('amounts and times stand as the wire writes them, not as the inside has them', async () => {
  const text = await (await app.app.request('/sandbox/docs/openapi.json')).text();
  expect(text).toContain('"paymentRequest"');
  expect(text).not.toContain('"$schema"');
});

test('the page names every call, its access and an example, and runs no script', async () => {
  const answer = await app.app.request('/sandbox/docs');
  const page = await answer.text();
  for (const { path, summary } of Object.values(endpoints)) {
    expect(page).toContain(path);
    expect(page).toContain(summary.replaceAll("'", '&#39;'));
  }
  expect(page).toContain('Anyone with VIEW_ONLY or PAY_BY_LINK, and administrators.');
  expect(page).toContain('curl -X POST');
  expect(page).not.toContain('<script');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test('the headings of the reference and of the outbox go down one step at a time', async () => {
  await app.call(signIn, { body: { email: emailOf('byemail'), password } });
  for (const path of ['/sandbox/docs', '/sandbox/outbox']) {
    const page = await (await app.app.request(path)).text();
    const levels = [...page.slice(page.indexOf('<main')).matchAll(/<h([1-6])/g)].map((found) => Number(found[1]));
    expect(levels.length).toBeGreaterThan(1);
    expect(levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)).toEqual([]);
  }
});

test('the outbox shows outgoing mail, its markup made harmless', async () => {
  await database.query(`update accounts set email = '<b>byemail@test.example' where email = $1`, [emailOf('byemail')]);
  await app.call(signIn, { body: { email: '<b>byemail@test.example', password } });
  const page = await (await app.app.request('/sandbox/outbox')).text();
  expect(page).toContain('is your sign-in code');
  expect(page).toContain('&lt;b&gt;byemail');
  const mails: unknown = await (await app.app.request('/sandbox/outbox.json')).json();
  const mail = { to: '<b>byemail@test.example', text: expect.stringMatching(/\d{6}/) as string };
  expect(mails).toContainEqual(expect.objectContaining(mail));
});

test.each([
  ['from another machine', {}, { remoteAddress: '10.1.2.3' }, 'http://localhost/sandbox/outbox'],
  [
    'through a proxy',
    { 'x-forwarded-for': '10.1.2.3' },
    { remoteAddress: '127.0.0.1' },
    'http://localhost/sandbox/outbox',
  ],
  ['by a foreign name', {}, { remoteAddress: '127.0.0.1' }, 'http://rebound.example/sandbox/outbox'],
])('the outbox is not there %s', async (_, headers, bindings, url) => {
  expect((await app.app.request(url, { headers }, bindings)).status).toBe(404);
  expect((await app.app.request(`${url}.json`, { headers }, bindings)).status).toBe(404);
});

test('the outbox is not there outside local use', async () => {
  const deployed = createTestApp(database, { settings: { isLocal: false } });
  expect((await deployed.app.request('/sandbox/outbox')).status).toBe(404);
});
