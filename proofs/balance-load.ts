import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A round-robin load balancer for several instances. Skips an instance that refuses the connection; returns 502 when
 * one dies during a call, as any load balancer does, so the caller has to retry.
 */
export async function balanceLoad(
  addresses: readonly string[],
): Promise<{ address: string; stop: () => Promise<void> }> {
  let turn = 0;
  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, tries: number): void => {
    const target = new URL(incoming.url ?? '/', addresses[(turn += 1) % addresses.length]);
    const onward = ask(target, { method: incoming.method, headers: { ...incoming.headers, host: target.host } });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries < addresses.length) forward(incoming, body, outgoing, tries + 1);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    onward.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => forward(incoming, Buffer.concat(parts), outgoing, 1));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
