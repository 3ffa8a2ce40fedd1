import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createWebhookSender } from './create-webhook-sender.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A receiver at an address of this machine, on a free port unless one is given. */
async function listen(address: string, answer: RequestListener, port = 0): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(port, address);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function put(port: number, addresses: readonly string[], timeout = 10_000) {
  const sender = createWebhookSender({ isLocal: true, timeout, resolve: async () => addresses });
  const url = `http://shop.example.com:${port}/hook`;
  return sender.send({ merchantId: 'any', url, body: '{}', authorization: 'x', keyId: '1', headers: {} });
}

test('the webhook is sent to the next address when the first refuses connections', async () => {
  const port = await listen('127.0.0.1', (request, response) => response.end(request.headers.host));
  const reply = await put(port, ['127.0.0.2', '::1', '127.0.0.1']);
  expect(reply).toMatchObject({ status: 200, body: `shop.example.com:${port}` });
});

test('the webhook is sent once when the first address accepts the connection and then breaks it', async () => {
  let sent = 0;
  const port = await listen('127.0.0.2', (request) => {
    sent += 1;
    request.socket.destroy();
  });
  const next: RequestListener = (_, response) => {
    sent += 1;
    response.end();
  };
  await listen('127.0.0.1', next, port);
  expect(await put(port, ['127.0.0.2', '127.0.0.1'])).toEqual({ error: 'The server broke the connection off' });
  expect(sent).toBe(1);
});

test('all addresses together have the timeout of one', async () => {
  const port = await listen('127.0.0.1', () => undefined);
  const begun = performance.now();
  expect(await put(port, ['127.0.0.2', '127.0.0.1'], 400)).toEqual({ error: 'No answer within 0.4 seconds' });
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('when no address accepts a connection, the first failure is reported', async () => {
  const port = await listen('127.0.0.1', () => undefined);
  expect(await put(port, ['127.0.0.2', '127.0.0.3'])).toEqual({ error: 'The server refused the connection' });
});

test('no address is tried when one of them is not on the internet', async () => {
  let sent = 0;
  const port = await listen('127.0.0.1', () => void (sent += 1));
  const reply = await put(port, ['127.0.0.1', '10.0.0.1']);
  expect(reply).toEqual({ error: 'shop.example.com does not lead to a server on the internet' });
  expect(sent).toBe(0);
});
