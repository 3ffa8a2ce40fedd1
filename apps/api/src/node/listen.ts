import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { createClientAddress } from './client-address.ts';
import { refuseUnreadable, unreadableResponse } from './refuse-unreadable.ts';
import { isWithoutIPv6, portProblem } from './require-free-port.ts';

export type Listening = {
  port: number;
  /** Takes no new requests, lets those under way end for at most `milliseconds`, then closes. */
  stop(milliseconds: number): Promise<void>;
};

export type ListenOn = {
  /** 0 takes any that is free, the same on every address. */
  port: number;
  /** Addresses; undefined is all of them. */
  listenOn: readonly (string | undefined)[];
  /** Ranges of the proxies whose X-Forwarded-For is believed, as CIDRs. */
  trustedProxies: readonly string[];
};

/** Serves an app over HTTP; throws a sentence when the port is taken. */
export async function listen(app: Hono<Env>, { port, listenOn, trustedProxies }: ListenOn): Promise<Listening> {
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
      const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 20_000 }, answer);
      server.on('clientError', (error, socket) => void refuseUnreadable(error, socket));
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
