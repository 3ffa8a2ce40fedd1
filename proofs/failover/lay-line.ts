import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A simulated network line between two machines, with latency. */
export interface Line {
  port: number;
  /** Drops everything in transit and closes all connections; there are no new ones until `mend`. */
  cut: () => void;
  mend: () => void;
  stop: () => Promise<void>;
}

/** Forwards to a port of this machine; responses from there are delayed by `delay` milliseconds. */
export async function layLine(target: number, delay: number): Promise<Line> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = createConnection(target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
      socket.on('end', () => setTimeout(() => other.end(), delay));
    }
    near.on('data', (part) => far.write(part)).on('close', () => far.destroy());
    far.on('data', (part) => setTimeout(() => near.writable && near.write(part), delay));
    far.on('close', () => setTimeout(() => near.destroy(), delay + 1));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => void (isCut = false),
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
