import { type DemoChoice, toFailure } from './demo-choice.ts';
import type { DemoReply, DemoRequest } from './demo-world.ts';

export interface DemoApi {
  /** Calls the API in the worker, with the chosen delay and failure. */
  fetch: (request: Request) => Promise<Response>;
}

type Waiting = Map<number, (response: Response) => void>;

const bodiless = new Set([101, 204, 205, 304]);

/**
 * Starts the worker and resolves when its API is ready.
 * @throws Error with the reason why it is not
 */
export async function startDemoApi(
  choice: () => DemoChoice,
  onProgress: (sentence: string, done: number) => void,
): Promise<DemoApi> {
  const worker = new Worker(new URL('./demo-worker.ts', import.meta.url), { type: 'module' });
  const waiting: Waiting = new Map();
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', ({ data }: MessageEvent<DemoReply>) => {
      if (data.kind === 'progress') onProgress(data.sentence, data.done);
      else if (data.kind === 'ready') resolve();
      else if (data.kind === 'broken') reject(new Error(data.reason));
      else settle(waiting, data);
    });
  });
  return {
    fetch: async (request) => {
      const { delaySeconds } = choice();
      if (delaySeconds > 0) await new Promise((resolve) => setTimeout(resolve, delaySeconds * 1000));
      request.signal.throwIfAborted();
      return (await toFailure(choice(), request)) ?? ask(worker, waiting, request);
    },
  };
}

let lastId = 0;

async function ask(worker: Worker, waiting: Waiting, request: Request): Promise<Response> {
  const id = ++lastId;
  const body = request.method === 'GET' ? null : await request.arrayBuffer();
  const message: DemoRequest = {
    id,
    url: request.url,
    method: request.method,
    headers: [...request.headers],
    body: body?.byteLength ? body : null,
  };
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage(message);
  });
}

function settle(waiting: Waiting, { id, status, headers, body }: Extract<DemoReply, { kind: 'answer' }>): void {
  waiting.get(id)?.(new Response(bodiless.has(status) ? null : body, { status, headers }));
  waiting.delete(id);
}
