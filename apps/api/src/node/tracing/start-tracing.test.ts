import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { listPayIns, getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { traceIdHeader } from '@volume/contract/headers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { traceDatabase } from '#http/telemetry/tracing.ts';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp } from '#testing/test-app.ts';
import { startTracing } from './start-tracing.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Body {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

/** Runs `work` with a traced app and a collector in this process; returns the collector's input and its text. */
async function collect(work: (app: ReturnType<typeof createTestApp>) => Promise<unknown>, ratio = 1) {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => (bodies.push(Buffer.concat(parts).toString()), response.end('{}')));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const tracing = startTracing({ url, serviceName: 'portal', ratio });
  await work(createTestApp(traceDatabase(database, tracing), { parts: { tracing } }));
  await tracing.stop();
  collector.closeAllConnections();
  collector.close();
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as Body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  return { spans, text: bodies.join('\n') };
}

const attribute = (span: SentSpan | undefined, key: string) => span?.attributes.find((each) => each.key === key)?.value;

test('the trace id in the response leads to the call and each of its statements', async () => {
  let shown = '';
  const { spans } = await collect(async (app) => {
    const token = await signInAs(app, 'viewer');
    const { headers } = await app.app.request(`/sandbox/api/${listPayIns.path}?page=0&size=10`, {
      headers: { authorization: `Bearer ${token}` },
    });
    shown = headers.get(traceIdHeader) ?? '';
  });
  expect(shown).toMatch(/^[\da-f]{16}$/);
  const own = spans.filter(({ traceId }) => traceId === `0000000000000000${shown}`);
  const call = own.find(({ parentSpanId }) => !parentSpanId);
  expect(call?.name).toBe('GET /sandbox/api/payments');
  expect(attribute(call, 'http.response.status_code')).toEqual({ intValue: 200 });
  const statements = own.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(statements.some((span) => attribute(span, 'db.query.text')?.stringValue?.includes('FROM payments AS p'))).toBe(
    true,
  );
});

test("continues a caller's trace, and ignores a malformed one", async () => {
  const begun = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { spans } = await collect(async ({ app }) => {
    const ask = async (traceparent: string) =>
      (await app.request('/health/live', { headers: { traceparent } })).headers.get(traceIdHeader);
    expect(await ask(`00-${begun}-00f067aa0ba902b7-00`)).toBe(begun.slice(16));
    for (const wrong of [
      '',
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${begun}-${'0'.repeat(16)}-01`,
      `<${begun}>`,
    ])
      expect(await ask(wrong)).toMatch(/^(?!a3ce929d0e0e4736)[\da-f]{16}$/);
  });
  expect(spans.find(({ traceId }) => traceId === begun)?.parentSpanId).toBe('00f067aa0ba902b7');
});

test('a page sends its trace only when tracing is enabled', async () => {
  const offered = async (isTraced: boolean) => {
    const app = createTestApp(database, { settings: { isTraced } });
    return (await app.call(listCapabilities)).value().includes('traceparent');
  };
  expect([await offered(false), await offered(true)]).toEqual([false, true]);
});

test('a trace contains no request data and nothing about the caller', async () => {
  const canary = 'canary-4f1c';
  const { spans, text } = await collect(async (app) => {
    const token = await signInAs(app, 'viewer');
    await app.call(listPayIns, { token, query: `globalSearch=${canary}` });
    await app.call(getPayIn, { token, params: { paymentId: ids.nobody } });
  });
  expect(spans.length).toBeGreaterThan(5);
  for (const secret of [canary, ids.nobody, '@', 'Bearer', 'eyJ']) expect(text).not.toContain(secret);
});

test('exports nothing of calls that are not sampled, and still answers them', async () => {
  const { spans } = await collect(async ({ app }) => {
    expect((await app.request('/health/live')).status).toBe(200);
  }, 0);
  expect(spans).toEqual([]);
});
