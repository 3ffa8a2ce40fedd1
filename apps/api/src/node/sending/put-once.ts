import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { WebhookReply } from '#core/services.ts';

type Put = {
  url: URL;
  address: string;
  body: string;
  authorization: string;
  keyId: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  lateWords: string;
};

/** As much of an answer's body as is kept, in bytes. */
const mostKept = 2048;

/** One PUT to one address: no redirects, no kept connections, the name in Host and TLS alone. */
export function putOnce(put: Put): Promise<WebhookReply> {
  const { url, address, body, signal, lateWords } = put;
  const isSecure = url.protocol === 'https:';
  const bytes = Buffer.from(body, 'utf8');
  const options: RequestOptions & { servername?: string } = {
    method: 'PUT',
    host: address,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    agent: false,
    signal,
    headers: { ...headersOf(put), 'content-length': bytes.length },
    ...(isSecure ? { servername: url.hostname } : {}),
  };
  return new Promise((resolve) => {
    const request = (isSecure ? requestHttps : requestHttp)(options, (response) => {
      void readBeginning(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, body: text, retryAfter: response.headers['retry-after'] ?? null });
        request.destroy();
      });
    });
    request.on('error', (error) => resolve({ error: signal.aborted ? lateWords : describe(error) }));
    request.end(bytes);
  });
}

function headersOf({ url, authorization, keyId, headers }: Put): Record<string, string> {
  return {
    host: url.host,
    'content-type': 'application/json',
    authorization,
    'x-signature-key-id': keyId,
    ...headers,
    'user-agent': 'Volume-Webhooks/1.0',
    accept: '*/*',
    connection: 'close',
  };
}

/** What came until enough is there, the answer ends, or the connection breaks: the status has been said before. */
function readBeginning(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const end = () => resolve(toText(Buffer.concat(parts).subarray(0, mostKept)));
    response.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length >= mostKept) end();
    });
    response.on('end', end);
    response.on('close', end);
    response.on('error', end);
  });
}

/** Text that a database can keep, whatever the bytes were. */
function toText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll('\u0000', '\uFFFD');
}

const words: Record<string, string> = {
  ECONNREFUSED: 'The server refused the connection',
  ECONNRESET: 'The server broke the connection off',
  EPIPE: 'The server broke the connection off',
  EHOSTUNREACH: 'The server cannot be reached',
  ENETUNREACH: 'The server cannot be reached',
  ETIMEDOUT: 'The server cannot be reached',
};

/** Why there was no answer, for the merchant; nothing of our own network is in it. */
function describe(error: Error & { code?: string }): string {
  const { code = '' } = error;
  if (code.startsWith('HPE_')) return 'The answer was not HTTP';
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || /CERT|SIGNATURE|ISSUER/.test(code)) {
    return 'The certificate of the server is not valid for its name';
  }
  return words[code] ?? 'The connection failed';
}
