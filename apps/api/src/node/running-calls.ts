import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface RunningCalls {
  /** Notes that a call begins on its connection; false once the server stops, when the call must not begin. */
  begin: (outgoing: ServerResponse) => boolean;
  /** Ends every connection: one without a running call immediately, the others with their answer. */
  stop: () => void;
}

/**
 * Knows which connections of a server have a call running. Node's own closeIdleConnections leaves out the ones that have sent
 * nothing yet, as browsers open them in advance, and those whose answer ends later are kept alive.
 */
export function watchRunningCalls(server: Server): RunningCalls {
  const calls = new Map<Socket, Set<ServerResponse>>();
  let isStopping = false;
  server.on('connection', (socket) => {
    calls.set(socket, new Set());
    socket.once('close', () => calls.delete(socket));
  });
  return {
    begin: (outgoing) => {
      const { socket } = outgoing.req;
      if (isStopping) return false;
      const running = calls.get(socket);
      running?.add(outgoing);
      outgoing.once('close', () => {
        running?.delete(outgoing);
        if (isStopping && running?.size === 0) socket.destroySoon();
      });
      return true;
    },
    stop: () => {
      isStopping = true;
      for (const [socket, running] of calls) {
        if (running.size === 0) socket.destroy();
        // Node then says Connection: close.
        for (const outgoing of running) outgoing.shouldKeepAlive = false;
      }
    },
  };
}
