import { createServer } from 'node:net';

type PortSetting = 'PORT' | 'METRICS_PORT';

interface Ports {
  port: number;
  metrics: { port: number | null };
  listenOn: readonly (string | undefined)[];
}

/** Throws a message when a port is in use, before any work is done. Port 0 is always free. */
export async function requireFreePorts({ port, metrics, listenOn }: Ports): Promise<void> {
  await requireFreePort(port, listenOn, 'PORT');
  if (metrics.port !== null) await requireFreePort(metrics.port, listenOn, 'METRICS_PORT');
}

async function requireFreePort(port: number, listenOn: Ports['listenOn'], setting: PortSetting): Promise<void> {
  for (const host of listenOn) {
    const probe = createServer();
    await new Promise<void>((resolve, reject) => {
      probe.once('error', (error) =>
        isWithoutIPv6(error, host) ? resolve() : reject(portProblem(error, port, setting)),
      );
      probe.listen({ port, host }, () => probe.close(() => resolve()));
    });
  }
}

/** Whether listening on `::1` failed because this machine has no IPv6. */
export function isWithoutIPv6({ code }: NodeJS.ErrnoException, host: string | undefined): boolean {
  return host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT');
}

export function portProblem(error: NodeJS.ErrnoException, port: number, setting: PortSetting = 'PORT'): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} is in use by another program. Stop it, or choose another with ${setting}.`);
  }
  if (error.code === 'EACCES')
    return new Error(`This user may not listen on port ${port}. Choose one above 1023 with ${setting}.`);
  return error;
}
