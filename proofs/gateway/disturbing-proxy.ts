import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Manner = 'properly' | 'slowly' | 'garbage' | 'twice' | 'out of order';

export interface DisturbingProxy {
  port: number;
  /** How the proxy treats calls of the protocol from now on; other requests are always passed on unchanged. */
  manner: Manner;
  stop: () => Promise<void>;
}

interface Request {
  incoming: IncomingMessage;
  body: Buffer;
}
interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const slowMilliseconds = 30_000;
const mostDelay = 2_000;
const garbage = [
  '<html>Bad gateway</html>',
  '{"refusal":',
  '{"refusal":7,"order":{"status":"PAID"},"status":"DONE"}',
  '',
  'null',
] as const;

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function forward({ incoming, body }: Request, to: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, headers } = incoming;
    const onward = ask(new URL(incoming.url ?? '/', to), { method, headers, agent: false });
    onward.on('error', reject);
    onward.on('response', (answer) => {
      const take = (text: Buffer) => ({ status: answer.statusCode ?? 502, headers: answer.headers, body: text });
      readBody(answer).then((text) => resolve(take(text)), reject);
    });
    onward.end(body);
  });
}

/** Forwards calls to the targets in turn, and can disturb them. The host header that was signed stays unchanged. */
export async function startDisturbingProxy(targets: () => readonly string[]): Promise<DisturbingProxy> {
  let turn = 0;
  const next = <T>(list: readonly T[]): T => list[(turn += 1) % list.length] as T;
  const proxy = { manner: 'properly' as Manner };
  const handle = async (request: Request, outgoing: ServerResponse): Promise<void> => {
    const manner = request.incoming.url?.includes('/v1/') ? proxy.manner : 'properly';
    if (manner === 'out of order') await pass(Math.random() * mostDelay);
    const again = manner === 'twice' ? forward(request, next(targets())) : undefined;
    again?.catch(() => undefined);
    const answer = await forward(request, next(targets()));
    if (manner === 'slowly') await pass(slowMilliseconds);
    if (manner === 'garbage') return void outgoing.end(next(garbage));
    const { socket } = outgoing;
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    if (manner === 'twice') socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`);
  };
  const server = createServer((incoming, outgoing) => {
    readBody(incoming)
      .then((body) => handle({ incoming, body }, outgoing))
      .catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
