import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface RunningCalls {
  /** Registers a call on its connection; returns false while the server is stopping, when the call must not begin. */
  begin: (outgoing: ServerResponse) => boolean;
  /** Closes every connection: one without a running call immediately, the others after their response. */
  stop: () => void;
}

/**
 * Tracks which connections have a running call. Node's closeIdleConnections skips connections that have sent nothing
 * yet, which browsers open in advance, and keeps alive those whose response ends later.
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
        // Node then sends Connection: close.
        for (const outgoing of running) outgoing.shouldKeepAlive = false;
      }
    },
  };
}
