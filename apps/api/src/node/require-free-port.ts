import { createServer } from 'node:net';

/** Throws a message when the port is in use, before any work is done. Port 0 is always free. */
export async function requireFreePort(port: number, listenOn: readonly (string | undefined)[]): Promise<void> {
  for (const host of listenOn) {
    const probe = createServer();
    await new Promise<void>((resolve, reject) => {
      probe.once('error', (error) => (isWithoutIPv6(error, host) ? resolve() : reject(portProblem(error, port))));
      probe.listen({ port, host }, () => probe.close(() => resolve()));
    });
  }
}

/** Whether listening on `::1` failed because this machine has no IPv6. */
export function isWithoutIPv6({ code }: NodeJS.ErrnoException, host: string | undefined): boolean {
  return host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT');
}

export function portProblem(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} is in use by another program. Stop it, or choose another with PORT=4001.`);
  }
  if (error.code === 'EACCES')
    return new Error(`This user may not listen on port ${port}. Choose one above 1023 with PORT.`);
  return error;
}
