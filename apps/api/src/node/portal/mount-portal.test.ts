import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Env } from '#http/kernel.ts';
import { listen, type Listening } from '#node/listen.ts';
import { readSettings } from '#settings.ts';
import { createServePortal, mountPortal } from './serve-portal.ts';

let dist: string;
let listening: Listening;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'portal-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<script type="application/json" id="settings">{}</script><main></main>');
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'let a = 1');
  const app = new Hono<Env>();
  const settings = readSettings({}).portal;
  const serve = createServePortal({ dist, settings, host: 'localhost', fillsLocalNames: false });
  mountPortal(app, serve, '/sandbox');
  listening = await listen(app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
});
afterAll(async () => {
  await listening.stop(1_000);
  rmSync(dist, { recursive: true, force: true });
});

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** Uses `request`, because fetch adds its own accept headers. */
const ask = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<Answer>((resolve, reject) => {
    const asked = request(
      { port: listening.port, host: '127.0.0.1', method, path, headers, agent: false },
      (answer) => {
        let body = '';
        answer.on('data', (part: Buffer) => (body += part.toString()));
        answer.on('end', () => {
          const { date: _date, ...stable } = answer.headers;
          resolve({ status: answer.statusCode, headers: stable, body });
        });
      },
    );
    asked.on('error', reject).end();
  });

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-encoding': 'br' };

test.each([
  ['/', browser, 200],
  ['/payments/payin?page=2', browser, 200],
  ['/payments/payin', { accept: '*/*' }, 200],
  ['/payments/payin', {}, 200],
  ['/settings/users', { accept: '*/*', 'if-none-match': '*' }, 304],
  ['/assets/app-1a2b.js', { accept: '*/*' }, 200],
  ['/assets/gone.js', { accept: '*/*' }, 404],
  ['/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200', browser, 404],
  ['/robots.txt', { accept: '*/*' }, 404],
  ['/healthz', { accept: '*/*' }, 404],
  ['/api/keys/self', { accept: '*/*' }, 404],
  ['/payments/payin', { accept: 'application/json' }, 404],
  ['/sandbox/api/no-such-call', browser, 404],
])('HEAD %s with %o has the same headers as GET, without the body', async (path, headers, status) => {
  const [get, head] = [await ask('GET', path, headers), await ask('HEAD', path, headers)];
  expect([get.status, head.status]).toEqual([status, status]);
  expect(head.body).toBe('');
  // The length of an error can be left out.
  if (status === 404) return;
  expect(head.headers).toEqual(get.headers);
  if (status === 200) expect(Number(get.headers['content-length'])).toBeGreaterThan(0);
});
