import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { UsageError } from '#core/failures.ts';

/** The message to send, as the API returns it. */
export interface Outgoing {
  method: string;
  headers: readonly { readonly name: string; readonly value: string }[];
  body: string;
}

/**
 * `not reached`: no connection was made, so the server cannot have it. `unsure`: connected, but no response. Times in
 * milliseconds.
 */
export type Outcome =
  | { kind: 'answered'; status: number; took: number }
  | { kind: 'unsure'; reason: string; took: number }
  | { kind: 'not reached'; reason: string };

/** Milliseconds, as for a webhook address. */
const longest = 10_000;

export function readTarget(text: string | undefined, option: string): URL {
  const target = text !== undefined && URL.canParse(text) ? new URL(text) : null;
  if (target === null || !/^https?:$/.test(target.protocol))
    throw new UsageError(`--${option} has to be an address such as http://localhost:3000/webhooks.`);
  return target;
}

/** Sends exactly the given bytes and headers, once; follows no redirect. */
export function forward(target: URL, { method, headers, body }: Outgoing): Promise<Outcome> {
  const bytes = Buffer.from(body, 'utf8');
  const begun = performance.now();
  let isConnected = false;
  const took = () => Math.round(performance.now() - begun);
  return new Promise((resolve) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(
      target,
      {
        method,
        agent: false,
        timeout: longest,
        headers: {
          ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
          connection: 'close',
          'content-length': bytes.length,
        },
      },
      (response) => {
        resolve({ kind: 'answered', status: response.statusCode ?? 0, took: took() });
        request.destroy();
      },
    );
    const ready = target.protocol === 'https:' ? 'secureConnect' : 'connect';
    request.on('socket', (socket) => socket.once(ready, () => (isConnected = true)));
    const late = setTimeout(() => request.destroy(new Error(`no answer within ${longest / 1000} seconds`)), longest);
    request.on('close', () => clearTimeout(late));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const reason = words[error.code ?? ''] ?? (error.message || String(error.code));
      resolve(isConnected ? { kind: 'unsure', reason, took: took() } : { kind: 'not reached', reason });
    });
    request.end(bytes);
  });
}

const words: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ENOTFOUND: 'its name has no address',
};
