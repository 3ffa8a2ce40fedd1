import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigner } from '#node/sign-text.ts';
import { isSigned } from '#node/simulated-gateway/is-signed.ts';
import type { Gateway } from '#providers/gateway/call-gateway.ts';
import { createGateway } from '#providers/gateway/create-gateway.ts';
import type { ProviderOrder, Providers } from '#providers/port.ts';

/** The behaviour of the server: correct, or one of the ways in which a gateway fails. */
export type Manner =
  | 'PROPERLY'
  | 'SLOWLY'
  | 'WITH_GARBAGE'
  | 'WITH_WRONG_SHAPE'
  | 'TWICE'
  | 'WITH_503'
  | 'WITH_REDIRECT'
  | 'KILLED_BEFORE'
  | 'KILLED_AFTER';

export interface Received {
  name: string;
  body: Record<string, unknown>;
  idempotencyKey: string | undefined;
}

/** A gateway as an operator would run it: a real HTTP server that checks signatures and pays each order once. */
export interface GatewayServer {
  providers: Providers;
  /** The portal's settings for this gateway; a test of a slow gateway shortens the timeout. */
  gateway: Gateway;
  /** Accepted calls, in order. */
  received: Received[];
  /** The orders that it has paid. */
  paid: Map<string, ProviderOrder>;
  /** The manner of each following call of a name; PROPERLY after the last. */
  next: (name: string, ...manners: Manner[]) => void;
  /** Responses that replace the usual ones, by the name of the call. */
  answers: Record<string, (body: Record<string, unknown>) => unknown>;
  close: () => Promise<void>;
}

export async function startGatewayServer(clock: { now: () => Date }): Promise<GatewayServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const manners = new Map<string, Manner[]>();
  const received: Received[] = [];
  const paid = new Map<string, ProviderOrder>();
  const answers: GatewayServer['answers'] = {};
  const server = createServer(async (request, response) => {
    const text = await readBody(request);
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const call = { method: 'POST', url, headers: new Headers(request.headers as Record<string, string>), body: text };
    if (!isSigned(call, new Map([['test', publicKey]]), clock.now())) return void response.writeHead(401).end();
    const name = request.url?.split('/v1/')[1] ?? '';
    const body = JSON.parse(text) as Record<string, unknown>;
    received.push({ name, body, idempotencyKey: request.headers['idempotency-key']?.toString() });
    const manner = manners.get(name)?.shift() ?? 'PROPERLY';
    if (manner === 'KILLED_BEFORE') return void request.socket.destroy();
    if (manner === 'WITH_503') return void response.writeHead(503).end('{}');
    if (manner === 'WITH_REDIRECT') return void response.writeHead(307, { location: request.url }).end();
    if (name === 'submit-order' && !answers[name]) paid.set(String(body['orderId']), body as unknown as ProviderOrder);
    reply(manner, response, answerTo(name, body));
  });
  const answerTo = (name: string, body: Record<string, unknown>): unknown => {
    const own = answers[name];
    if (own) return own(body);
    const isPaid = paid.has(String(body['orderId']));
    if (name === 'submit-order') return { refusal: null };
    return { order: isPaid ? { status: 'PROCESSED', description: null } : null };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const url = `http://127.0.0.1:${port}/gateway`;
  const gateway: Gateway = { url, keyId: 'test', sign: createSigner(key), clock };
  return {
    providers: createGateway(gateway),
    gateway,
    received,
    paid,
    answers,
    next: (name, ...given) => manners.set(name, given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function reply(manner: Manner, response: ServerResponse, answer: unknown): void {
  const text = JSON.stringify(answer);
  if (manner === 'KILLED_AFTER') return void response.socket?.destroy();
  // Never: the caller's timeout ends the call.
  if (manner === 'SLOWLY') return;
  if (manner === 'WITH_GARBAGE') return void response.end('<html>Bad gateway</html>');
  if (manner === 'WITH_WRONG_SHAPE') return void response.end('{"refusal":7,"order":{"status":"PAID"}}');
  const socket = response.socket;
  response.end(text);
  if (manner === 'TWICE') socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
}
