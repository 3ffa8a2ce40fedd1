import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Outgoing } from '#webhooks/forward.ts';
import type { LocalTarget } from './local-target.ts';

/** Times in milliseconds. `not reached`: no connection was made. `silent`: connected, but no response. */
export type Answer =
  | { kind: 'answered'; status: number; took: number; body: string }
  | { kind: 'silent'; reason: string; took: number }
  | { kind: 'not reached'; reason: string; took: number };

/** How much of a response is read. */
const longestBody = 2000;

/** Sends exactly these bytes and headers, once, and follows no redirect. */
export function send({ url, lookup }: LocalTarget, outgoing: Outgoing, timeout: number): Promise<Answer> {
  const { method } = outgoing;
  const bytes = method === 'GET' ? null : Buffer.from(outgoing.body, 'utf8');
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const isHttps = url.protocol === 'https:';
  let isConnected = false;
  return new Promise((resolve) => {
    const options = { method, lookup, agent: false, headers: headersOf(outgoing, bytes) };
    const request = (isHttps ? requestHttps : requestHttp)(url, options, (response) => {
      void readBody(response, bytes === null ? Infinity : longestBody).then((body) => {
        resolve({ kind: 'answered', status: response.statusCode ?? 0, took: took(), body });
        request.destroy();
      });
    });
    const ready = isHttps ? 'secureConnect' : 'connect';
    request.on('socket', (socket) => socket.once(ready, () => (isConnected = true)));
    const late = setTimeout(() => request.destroy(new Error(`no answer within ${timeout / 1000} s`)), timeout);
    request.on('close', () => clearTimeout(late));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const reason = words[error.code ?? ''] ?? (error.message || String(error.code));
      resolve({ kind: isConnected ? 'silent' : 'not reached', reason, took: took() });
    });
    request.end(bytes);
  });
}

const headersOf = ({ headers }: Outgoing, bytes: Buffer | null) => ({
  ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  connection: 'close',
  ...(bytes !== null && { 'content-length': bytes.length }),
});

/** The first part of the body; if the response breaks off, the received part. */
function readBody(response: IncomingMessage, most: number): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    const end = () => resolve(text.slice(0, most));
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.length > most) end();
    });
    response.on('end', end).on('close', end).on('error', end);
  });
}

const words: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
};
