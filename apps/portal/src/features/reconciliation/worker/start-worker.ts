// oxlint-disable-next-line import/default -- the address the build gives it
import address from './reconciliation-worker.ts?worker&url';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
}

let trusted: string | undefined;

/** The worker's one address, by the policy the page allows for it alone (decision 8). */
function trustedAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  trusted ??= types
    ? types.createPolicy('reconciliation-worker', { createScriptURL: () => address }).createScriptURL(address)
    : address;
  return trusted;
}

/** One reconciliation's worker: it keeps the statement it has read between two questions. */
export interface ReconciliationWorker {
  /** Answers the last word to a question; progress goes to `onProgress`. */
  ask: (request: WorkerRequest, onProgress?: (done: number) => void) => Promise<WorkerReply>;
  stop: () => void;
}

export function startWorker(): ReconciliationWorker {
  const worker = new Worker(trustedAddress(), { type: 'module' });
  const ask = (request: WorkerRequest, onProgress?: (done: number) => void): Promise<WorkerReply> =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
        if (data.kind === 'progress') onProgress?.(data.done);
        else resolve(data);
      };
      worker.onerror = (event) => resolve({ kind: 'failed', message: event.message });
      worker.postMessage(request, request.kind === 'read' ? [request.bytes] : []);
    });
  return { ask, stop: () => worker.terminate() };
}
