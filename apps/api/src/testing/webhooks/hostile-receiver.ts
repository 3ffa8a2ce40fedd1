import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Answer = (told: { response: ServerResponse; socket: Socket; times: number }) => void;

/** The behaviours of webhook receivers; `times` counts requests with the same body, from 1. */
export const behaviours: Record<string, Answer> = {
  sound: ({ response }) => response.end('OK'),
  sound2: ({ response }) => response.end('OK'),
  slow: ({ response }) => setTimeout(() => response.end('OK'), 100),
  flaky: ({ response, times }) => response.writeHead(times === 1 ? 500 : 200).end(),
  busy: ({ response, times }) => response.writeHead(times === 1 ? 429 : 200, { 'retry-after': '1' }).end(),
  resets: ({ response, socket, times }) => (times === 1 ? socket.destroy() : response.end('OK')),
  hangs: () => undefined,
  redirects: ({ response }) => response.writeHead(307, { location: '/sound' }).end(),
  garbage: ({ socket }) => socket.end('\u0000 not HTTP\r\n\r\n'),
};

export interface HostileReceiver {
  urlOf: (behaviour: string) => string;
  /** Payments whose event was answered with 200, by behaviour. */
  taken: Map<string, Set<string>>;
  /** Number of requests so far. */
  received: () => number;
  /** Resolves after this many requests. */
  reached: (count: number) => Promise<void>;
  close: () => void;
}

/** A server with one address per behaviour. */
export async function openHostileReceiver(): Promise<HostileReceiver> {
  const times = new Map<string, number>();
  const taken = new Map<string, Set<string>>(Object.keys(behaviours).map((name) => [name, new Set()]));
  let received = 0;
  let wanted = { count: Number.POSITIVE_INFINITY, resolve: () => {} };
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      received += 1;
      times.set(body, (times.get(body) ?? 0) + 1);
      response.on('finish', () => {
        if (response.statusCode === 200) taken.get(name)?.add((JSON.parse(body) as { paymentId: string }).paymentId);
      });
      behaviours[name]?.({ response, socket: request.socket, times: times.get(body) ?? 1 });
      if (received >= wanted.count) wanted.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (behaviour) => `http://127.0.0.1:${port}/${behaviour}`,
    taken,
    received: () => received,
    reached: (count) => new Promise((resolve) => (received >= count ? resolve() : (wanted = { count, resolve }))),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
