import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { refuseUnreadable, unreadableResponse } from './refuse-unreadable.ts';
import { portProblem } from './require-free-port.ts';

export type Listening = {
  port: number;
  /** Takes no new requests, lets those under way end for at most `milliseconds`, then closes. */
  stop(milliseconds: number): Promise<void>;
};

/** Serves an app over HTTP; throws a sentence when the port is taken. */
export async function listen(
  app: Hono<Env>,
  { port, host }: { port: number; host: string | undefined },
): Promise<Listening> {
  const answer = getRequestListener(
    (request, env) => {
      const remoteAddress = env.incoming.socket.remoteAddress;
      return app.fetch(request, remoteAddress === undefined ? {} : { remoteAddress });
    },
    { errorHandler: unreadableResponse },
  );
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 20_000 }, answer);
  server.on('clientError', (error, socket) => void refuseUnreadable(error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portProblem(error, port)));
    server.listen({ port, host }, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: (milliseconds) => stop(server, milliseconds) };
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
