import type { AddressInfo, Socket } from 'node:net';
import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { BoundedMessage, endWithAnswer } from './limits/bounded-message.ts';
import { createClientAddress } from './client-address.ts';
import { refuseUnreadable, unreadableResponse } from './refuse-unreadable.ts';
import { isWithoutIPv6, portProblem } from './require-free-port.ts';

export type Listening = {
  port: number;
  /** Takes no new requests, lets those under way end for at most `milliseconds`, then closes. */
  stop(milliseconds: number): Promise<void>;
};

/** How long, in milliseconds, a client may take. */
const usualTimes = {
  /** For the address and the headers. */
  headers: 10_000,
  /** For the whole request. */
  request: 30_000,
  /** Without a byte in either direction: one who does not read the answer, too. */
  silence: 60_000,
  /** Between two looks at who takes too long. */
  look: 1_000,
};

export type ListenOn = {
  /** 0 takes any that is free, the same on every address. */
  port: number;
  /** Addresses; undefined is all of them. */
  listenOn: readonly (string | undefined)[];
  /** Ranges of the proxies whose X-Forwarded-For is believed, as CIDRs. */
  trustedProxies: readonly string[];
  times?: Partial<typeof usualTimes>;
};

/** Serves an app over HTTP; throws a sentence when the port is taken. */
export async function listen(app: Hono<Env>, { port, listenOn, trustedProxies, times }: ListenOn): Promise<Listening> {
  const clientAddress = createClientAddress(trustedProxies);
  const answer = getRequestListener(
    (request, { incoming }) => {
      const forwarded = incoming.headers['x-forwarded-for'];
      const remoteAddress = clientAddress(incoming.socket.remoteAddress, [forwarded ?? []].flat().join(','));
      return app.fetch(request, remoteAddress === null ? {} : { remoteAddress });
    },
    { errorHandler: unreadableResponse },
  );
  const servers: Server[] = [];
  const stopAll = async (milliseconds: number) => {
    await Promise.all(servers.map((server) => stop(server, milliseconds)));
  };
  let taken = port;
  try {
    for (const host of listenOn) {
      const server = createBoundedServer(answer, { ...usualTimes, ...times });
      if (!(await isListening(server, { port: taken, host }))) continue;
      servers.push(server);
      taken = (server.address() as AddressInfo).port;
    }
  } catch (error) {
    await stopAll(0);
    throw error;
  }
  return { port: taken, stop: stopAll };
}

/** Every body is counted, every client has its time, whatever route it asks for. */
function createBoundedServer(answer: RequestListener, times: typeof usualTimes): Server {
  const server = createServer(
    {
      IncomingMessage: BoundedMessage,
      headersTimeout: times.headers,
      requestTimeout: times.request,
      connectionsCheckingInterval: times.look,
      keepAliveTimeout: 20_000,
    },
    oneByOne((incoming, outgoing) => {
      outgoing.once('finish', () => endWithAnswer(incoming));
      answer(incoming, outgoing);
    }),
  );
  server.setTimeout(times.silence);
  server.on('clientError', (error, socket) => void refuseUnreadable(error, socket));
  return server;
}

/** Requests that one connection sends without awaiting their answers are begun one after the other: they are no way to a crowd. */
function oneByOne(answer: RequestListener): RequestListener {
  const under = new WeakMap<Socket, Promise<void>>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const before = under.get(socket);
    const own = new Promise<void>((resolve) => outgoing.once('close', resolve));
    under.set(socket, own);
    void own.then(() => under.get(socket) === own && under.delete(socket));
    if (before) void before.then(() => socket.destroyed || answer(incoming, outgoing));
    else answer(incoming, outgoing);
  };
}

/** False on a machine without IPv6 whose own IPv6 address was to be listened on. */
function isListening(server: Server, { port, host }: { port: number; host: string | undefined }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (isWithoutIPv6(error, host) ? resolve(false) : reject(portProblem(error, port))));
    server.listen({ port, host }, () => resolve(true));
  });
}

function stop(server: Server, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
