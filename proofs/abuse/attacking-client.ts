import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** The attacker's address on this machine; all other callers use 127.0.0.1. */
const stranger = '127.0.0.66';
/** The address of a signed-in attacker, so that the wrong sign-ins of the other one do not count for it. */
export const insiderAddress = '127.0.0.67';

const longestWait = 30_000;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}
export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Keeps connections alive; without it every call opens a new one. */
  agent?: Agent;
  /** The stranger's address when omitted. */
  localAddress?: string;
}

export const agentOf = (maxSockets: number, localAddress = stranger): Agent =>
  new Agent({ keepAlive: true, maxSockets, localAddress });

/** Makes one call; status 0 when the connection broke. */
export function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, agent, localAddress = stranger }: Sent = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const place = {
      host: '127.0.0.1',
      port,
      path,
      method,
      localAddress,
      ...(agent ? { agent } : { agent: false as const }),
    };
    const json =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const call = request({ ...place, headers: { host: `localhost:${port}`, ...json, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', () => undefined);
      answer.on('close', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    call.setTimeout(longestWait, () => call.destroy());
    call.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
    call.end(body);
  });
}

/** Options for a raw connection from the attacker's address. */
export const place = (port: number, localAddress = stranger) => ({ host: '127.0.0.1', port, localAddress });
