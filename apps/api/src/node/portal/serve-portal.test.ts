import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#settings.ts';
import { createServePortal, type ServePortal } from './serve-portal.ts';

let dist: string;
let serve: ServePortal;
beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'portal-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<script type="application/json" id="settings">{}</script><main></main>');
  writeFileSync(
    join(dist, 'csp.json'),
    JSON.stringify({ scriptHashes: ['sha256-abc='], styleHashes: ['sha256-def='] }),
  );
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'let a = 1');
  writeFileSync(join(dist, 'assets/app-1a2b.js.br'), brotliCompressSync('let a = 1'));
  serve = createServePortal({ dist, settings: readSettings({}).portal, host: 'localhost:4000', fillsLocalNames: true });
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  serve(
    new Request(`http://localhost:4000${path}`, {
      headers: { accept: 'text/html', host: 'localhost:4000', ...headers },
    }),
  );

test.each(['/', '/payments/payin?x=1', '/auth/reset-password/a.b'])(
  'serves the page at %s with its settings, not cached',
  async (path) => {
    const answer = get(path)!;
    const settings = /id="settings">(.*?)<\/script>/.exec(await answer.text())?.[1];
    expect(JSON.parse(settings!)).toMatchObject({ apiBaseUrl: 'http://localhost:4000/sandbox' });
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  },
);

test('the policy lists the inline parts by hash and allows nothing unsafe', () => {
  const policy = get('/')!.headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'sha256-abc='");
  expect(policy).toContain("style-src 'self' 'sha256-def='");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types reconciliation-worker");
  expect(policy).not.toContain('unsafe');
});

test('a hashed file is cached forever and sent as it was compressed', async () => {
  const plain = get('/assets/app-1a2b.js', { accept: '*/*' })!;
  expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual(['let a = 1', null]);
  expect(plain.headers.get('cache-control')).toContain('immutable');
  const br = get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })!;
  expect([br.headers.get('content-encoding'), br.headers.get('content-type')]).toEqual([
    'br',
    'text/javascript; charset=utf-8',
  ]);
});

test.each(['/assets/gone.js', '/csp.json', '/assets/app-1a2b.js.br', '/../settings.ts'])('%s is not a page', (path) => {
  expect(get(path, { accept: '*/*' })).toBeNull();
});

test('a missing asset is never answered with the page, even for a browser', () => {
  expect(get('/assets/gone.js')).toBeNull();
});

test('returns 304 without a body for a page or file with a known entity tag, in any encoding', async () => {
  for (const path of ['/', '/assets/app-1a2b.js']) {
    const tag = get(path, { 'accept-encoding': 'br' })!.headers.get('etag')!;
    const again = get(path, { 'if-none-match': `"other", ${tag.replace('W/', '')}`, 'accept-encoding': 'gzip' })!;
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(get(path, { 'if-none-match': '"other"' })!.status).toBe(200);
  }
});

test("this machine's other names get a separate page with another tag", async () => {
  const answer = get('/', { host: '127.0.0.1:4000', 'accept-encoding': 'br' })!;
  expect(answer.headers.get('etag')).not.toBe(get('/')!.headers.get('etag'));
  expect(await answer.text()).toContain('"apiBaseUrl":"http://127.0.0.1:4000/sandbox"');
});

test('a thousand unknown hosts render no page: all get the one made at startup, compressed', () => {
  let filled = 0;
  const { portal } = readSettings({ PUBLIC_URL: 'http://portal.example.com' });
  for (const fillsLocalNames of [true, false]) {
    const settings = (host: string) => {
      filled += 1;
      return portal(host);
    };
    const serveOne = createServePortal({ dist, settings, host: 'localhost:4000', fillsLocalNames });
    const tags = Array.from({ length: 500 }, (_, at) => {
      const headers = { accept: 'text/html', host: `h${at}.evil.example`, 'accept-encoding': 'br' };
      const answer = serveOne(new Request('http://localhost:4000/', { headers }))!;
      expect(answer.headers.get('content-encoding')).toBe('br');
      return answer.headers.get('etag');
    });
    expect(new Set(tags).size).toBe(1);
  }
  expect(filled).toBe(2);
});

test('an invalid host is not written into the page', async () => {
  const answer = get('/', { host: '"><script>alert(1)</script>' })!;
  expect(await answer.text()).toContain('"apiBaseUrl":"http://localhost:4000/sandbox"');
});

test('serves nothing when nothing is built', () => {
  const empty = createServePortal({
    dist: join(dist, 'none'),
    settings: readSettings({}).portal,
    host: 'localhost:4000',
    fillsLocalNames: true,
  });
  expect(empty(new Request('http://localhost:4000/'))).toBeNull();
});
