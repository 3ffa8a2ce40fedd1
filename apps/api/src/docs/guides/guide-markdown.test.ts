import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { guides } from './guides.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());

const read = (path: string) => app.app.request(`/sandbox/docs${path}`);

test.each(guides.map(({ name, title }) => [name, title]))(
  'the guide on %s is available as Markdown',
  async (name, title) => {
    const answer = await read(`/guides/${name}.md`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(new RegExp(`^# ${title}\n\n`));
    const withoutSamples = text.replaceAll(/```[^]*?```/g, '');
    expect(withoutSamples).not.toMatch(/<\/?[a-z]|&(lt|gt|quot|amp|#39);|\u0000/);
    // Every heading, sample and address of the page.
    const page = await (await read(`/guides/${name}`)).text();
    const count = (pattern: RegExp, where: string): number => [...where.matchAll(pattern)].length;
    expect(count(/^## /gm, withoutSamples)).toBe(count(/<h2>/g, page));
    expect(count(/^```/gm, text)).toBe(2 * count(/<pre/g, page));
    for (const [, to = ''] of withoutSamples.matchAll(/\]\(([^)]*)\)/g))
      expect(to).toMatch(/^(http:\/\/localhost\/sandbox|https:\/\/www\.standardwebhooks\.com)\//);
  },
);

test('a sample and a table are the same in Markdown as on the page', async () => {
  const errors = await (await read('/guides/errors.md')).text();
  expect(errors).toContain('"errorMessage": "This payment does not exist."');
  expect(errors).toMatch(/^\| `409` \| The current state does not allow it\./m);
  expect(errors).toContain('```sh\ncurl "http://localhost/sandbox/api/payments/');
});

test('llms.txt links to every guide and the changelog as Markdown, and to the documents', async () => {
  const answer = await read('/llms.txt');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const links = [...(await answer.text()).matchAll(/\]\(http:\/\/localhost\/sandbox\/docs([^)]*)\)/g)].map(
    ([, to = '']) => to,
  );
  expect(links.filter((to) => to.endsWith('.md'))).toEqual([
    ...guides.map(({ name }) => `/guides/${name}.md`),
    '/changelog.md',
  ]);
  expect(links).toEqual(expect.arrayContaining(['/openapi.json', '/openapi.merchant.json', '/postman.json']));
  for (const to of links) expect([to, (await read(to)).status]).toEqual([to, 200]);
});
