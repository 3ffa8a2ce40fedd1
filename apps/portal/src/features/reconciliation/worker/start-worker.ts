// oxlint-disable-next-line import/default -- the worker's address comes from the build
import address from './reconciliation-worker.ts?worker&url';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
}

let trusted: string | undefined;

/** The worker's address through the Trusted Types policy that the page allows for it (decision 8). */
function trustedAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  trusted ??= types
    ? types.createPolicy('reconciliation-worker', { createScriptURL: () => address }).createScriptURL(address)
    : address;
  return trusted;
}

/** The worker of one reconciliation; it keeps the parsed statement between requests. */
export interface ReconciliationWorker {
  /** Resolves with the final reply to a request, one request at a time; progress is reported to `onProgress`. */
  ask: (request: WorkerRequest, onProgress?: (done: number) => void) => Promise<WorkerReply>;
  stop: () => void;
}

export function startWorker(): ReconciliationWorker {
  const worker = new Worker(trustedAddress(), { type: 'module' });
  let previous: Promise<unknown> = Promise.resolve();
  const ask = (request: WorkerRequest, onProgress?: (done: number) => void): Promise<WorkerReply> => {
    const own = previous.then(() => send(request, onProgress));
    previous = own;
    return own;
  };
  const send = (request: WorkerRequest, onProgress?: (done: number) => void): Promise<WorkerReply> =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
        if (data.kind === 'progress') onProgress?.(data.done);
        else resolve(data);
      };
      worker.onerror = (event) => resolve({ kind: 'failed', message: event.message });
      worker.postMessage(request, 'bytes' in request ? [request.bytes] : []);
    });
  return { ask, stop: () => worker.terminate() };
}
