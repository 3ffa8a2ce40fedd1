import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppSettings } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp } from '#testing/test-app.ts';

let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

const deployed: Partial<AppSettings> = {
  isLocal: false,
  publicUrl: 'https://portal.example.com',
  portalUrl: 'https://portal.example.com',
  securityContacts: ['mailto:security@example.com', 'https://example.com/report'],
};
const ask = (path: string, settings: Partial<AppSettings>, init?: RequestInit) => {
  const app = createTestApp(database, { settings });
  return app.app.request(path, init);
};
const paths = ['/.well-known/security.txt', '/sandbox/.well-known/security.txt'];

test.each(paths)('%s lists the contacts in their order and every address of the file', async (path) => {
  const answer = await ask(path, deployed);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; *charset=utf-8$/i);
  const lines = (await answer.text()).split('\n');
  expect(lines.filter((line) => !line.startsWith('Expires: '))).toEqual([
    'Contact: mailto:security@example.com',
    'Contact: https://example.com/report',
    'Canonical: https://portal.example.com/.well-known/security.txt',
    'Canonical: https://portal.example.com/sandbox/.well-known/security.txt',
    'Preferred-Languages: en',
    '',
  ]);
});

test('security.txt expires later than now and within a year', async () => {
  const app = createTestApp(database, { settings: deployed });
  const text = await (await app.app.request('/.well-known/security.txt')).text();
  const expires = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m.exec(text)?.[1];
  const days = (Date.parse(expires ?? '') - app.services.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test('security.txt also lists the host of a portal that another host serves', async () => {
  const text = await (await ask(paths[0]!, { ...deployed, portalUrl: 'https://pay.example.com' })).text();
  expect(text).toContain('\nCanonical: https://pay.example.com/.well-known/security.txt\n');
});

test('a local server has no canonical address, because that would have to be https', async () => {
  const answer = await ask(paths[0]!, { securityContacts: ['tel:+442012345678'] });
  expect(await answer.text()).not.toContain('Canonical');
});

test.each(paths)('%s is 404 without SECURITY_CONTACT, also for a browser', async (path) => {
  const answer = await ask(path, { ...deployed, securityContacts: [] }, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(404);
});

test.each<[string, Partial<AppSettings>, string]>([
  ['', deployed, 'https://portal.example.com/change-password'],
  ['/sandbox', deployed, 'https://portal.example.com/change-password'],
  ['', { ...deployed, portalUrl: 'https://pay.example.com' }, 'https://pay.example.com/change-password'],
  ['/live', { ...deployed, basePath: '/live' }, 'https://portal.example.com/change-password'],
  ['', { isLocal: true, publicUrl: null }, '/change-password'],
])('%s/.well-known/change-password of %o redirects to %s', async (base, settings, location) => {
  const answer = await ask(`${base}/.well-known/change-password`, settings);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
});
