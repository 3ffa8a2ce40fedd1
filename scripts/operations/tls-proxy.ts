import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface TlsProxy {
  /** The public address, with https. */
  address: string;
  close: () => void;
}

/**
 * Terminates TLS on `localhost` as a deployment's proxy does, with the certificate of the mail catcher in `folder`, and
 * passes everything on to a port of this machine.
 */
export async function startTlsProxy(folder: string, port: number): Promise<TlsProxy> {
  const options = { key: readFileSync(join(folder, 'mail.key')), cert: readFileSync(join(folder, 'mail.crt')) };
  const server = createServer(options, (incoming, outgoing) => {
    const { method, url: path, headers, socket } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress };
    const passed = request({ host: '127.0.0.1', port, method, path, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
