import type { AddressInfo, Socket } from 'node:net';
import { createServer, IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { createClientAddress } from './client-address.ts';
import { isWithoutIPv6, portProblem } from './require-free-port.ts';
import { type RunningCalls, watchRunningCalls } from './running-calls.ts';
import type { Duplex } from 'node:stream';
import { addressKey } from '#core/limits/rate-limits.ts';
import { createStartInTurn } from './start-in-turn.ts';
import { answerHeaders, traceIdHeader } from '@volume/contract/headers.ts';
import { Problem } from '#core/problem.ts';
import { problemResponse, toProblem } from '#http/problem-response.ts';

export interface Listening {
  port: number;
  /** Accepts no new calls, ends idle connections immediately and lets running calls end for at most `milliseconds`. */
  stop(milliseconds: number): Promise<void>;
}

/** Timeouts for clients, in milliseconds. */
const usualTimes = {
  /** Until the request line and the headers have arrived. */
  headers: 10_000,
  request: 30_000,
  /** Without a byte in either direction, also when the client does not read the response. */
  silence: 60_000,
  /** Interval of the checks for timeouts. */
  look: 1_000,
};

interface ListenOn {
  /** 0 selects a free port, the same on every address. */
  port: number;
  /** Addresses; undefined means all. */
  listenOn: readonly (string | undefined)[];
  /** CIDRs of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  times?: Partial<typeof usualTimes>;
}

/** Serves an app over HTTP; throws a message when the port is in use. */
export async function listen(app: Hono<Env>, { port, listenOn, trustedProxies, times }: ListenOn): Promise<Listening> {
  const clientAddress = createClientAddress(trustedProxies);
  const addressOf = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) =>
    clientAddress(socket.remoteAddress, [headers['x-forwarded-for'] ?? []].flat().join(','));
  const respond = getRequestListener(
    (request, { incoming }) => {
      const remoteAddress = addressOf(incoming);
      return app.fetch(request, remoteAddress === null ? {} : { remoteAddress });
    },
    { errorHandler: unreadableResponse },
  );
  const startInTurn = createStartInTurn();
  const answer: RequestListener = (incoming, outgoing) => {
    // HTTP/1.0 has no Host: HAProxy checks the health of a server without one.
    if (incoming.httpVersion === '1.0') incoming.headers.host ??= 'localhost';
    startInTurn(addressKey(addressOf(incoming)), () => incoming.socket.destroyed || void respond(incoming, outgoing));
  };
  const servers: BoundedServer[] = [];
  const stopAll = async (milliseconds: number) => {
    await Promise.all(servers.map((each) => stop(each, milliseconds)));
  };
  let taken = port;
  try {
    for (const host of listenOn) {
      const bounded = createBoundedServer(answer, { ...usualTimes, ...times });
      const { server } = bounded;
      if (!(await isListening(server, { port: taken, host }))) continue;
      servers.push(bounded);
      taken = (server.address() as AddressInfo).port;
    }
  } catch (error) {
    await stopAll(0);
    throw error;
  }
  return { port: taken, stop: stopAll };
}

interface BoundedServer {
  server: Server;
  calls: RunningCalls;
}

/** Every body is counted and every client has timeouts, on every route. */
function createBoundedServer(answer: RequestListener, times: typeof usualTimes): BoundedServer {
  const server = createServer<typeof BoundedMessage>(
    {
      IncomingMessage: BoundedMessage,
      // The app refuses such a request with the error payload, Node with an empty answer.
      requireHostHeader: false,
      headersTimeout: times.headers,
      requestTimeout: times.request,
      connectionsCheckingInterval: times.look,
      keepAliveTimeout: 20_000,
    },
    oneByOne((incoming, outgoing) => {
      if (!calls.begin(outgoing)) return incoming.socket.destroySoon();
      outgoing.once('prefinish', () => incoming.beAnswered());
      outgoing.once('finish', () => endWithAnswer(incoming));
      answer(incoming, outgoing);
    }),
  );
  const calls = watchRunningCalls(server);
  server.setTimeout(times.silence);
  // An expectation that is not known is ignored (RFC 9110, 10.1.1); Node would answer it with an empty 417.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  server.on('clientError', (error, socket) => void refuseUnreadable(error, socket));
  return { server, calls };
}

/** Pipelined requests that wait on one connection; browsers and proxies send none. */
const mostWaiting = 100;

/**
 * Pipelined requests of one connection are started one after another, so that pipelining cannot bypass the limits. A
 * refusal (429) ends the connection when further requests wait, because each of them would be refused too.
 */
function oneByOne(answer: RequestListener<typeof BoundedMessage>): RequestListener<typeof BoundedMessage> {
  /** Only connections with a running request are in it. */
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const start = () => {
      outgoing.once('close', () => startNext(outgoing.statusCode === 429));
      answer(incoming, outgoing);
    };
    const startNext = (isRefused: boolean) => {
      const next = lines.get(socket)?.shift();
      if (!next) return void lines.delete(socket);
      if (isRefused) socket.destroySoon();
      else if (!socket.destroyed) next();
    };
    const line = lines.get(socket);
    if (line?.push(start) === mostWaiting + 1) socket.destroy();
    if (line) return;
    lines.set(socket, []);
    start();
  };
}

/** False when the machine has no IPv6 and its IPv6 address was requested. */
function isListening(server: Server, { port, host }: { port: number; host: string | undefined }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (isWithoutIPv6(error, host) ? resolve(false) : reject(portProblem(error, port))));
    server.listen({ port, host }, () => resolve(true));
  });
}

function stop({ server, calls }: BoundedServer, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    calls.stop();
  });
}

/** Four times the largest body of any call: a client that sends more has ignored the 413. */
const mostBytes = 1024 * 1024;
/** Milliseconds in which the rest of a body can arrive after its response was sent. */
const linger = 1000;

/** A request whose body is counted as it arrives, whether or not a route reads it: nothing beyond the limit is read. */
class BoundedMessage extends IncomingMessage {
  #taken = 0;
  #isAnswered = false;

  constructor(socket: Socket) {
    super(socket);
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.#taken += chunk instanceof Uint8Array ? chunk.byteLength : 0;
    if (this.#taken <= mostBytes) return super.push(chunk, encoding);
    // After the response, stop reading until the timeout closes the connection; closing it now would let the client
    // reconnect, which costs more. Without a response yet, close it.
    if (this.#isAnswered) this.socket.pause();
    else this.socket.destroySoon();
    return false;
  }

  /** Reads the rest of the body through `push`, which counts it; Node would discard it uncounted. */
  beAnswered(): void {
    this.#isAnswered = true;
    if (!this.complete) this.resume();
  }
}

/** Closes the connection of a body that does not end; Node would keep reading and discarding it. */
function endWithAnswer(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const end = setTimeout(() => incoming.socket.destroySoon(), linger);
  incoming.once('close', () => clearTimeout(end));
  incoming.once('end', () => clearTimeout(end));
}

const tooLarge = 'The address and the headers have at most 16 kB together.';
const problems: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem(431, tooLarge, { statusName: 'REQUEST_HEADER_FIELDS_TOO_LARGE' }),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'The request took too long to arrive.', { statusName: 'REQUEST_TIMEOUT' }),
};
const unreadable = new Problem(400, 'The request is not valid HTTP.');

/** The provider's error payload (§8) for requests that cannot be parsed and so never reach the app. */
function unreadableResponse(error: unknown): Response {
  const { code = '' } = error as { code?: string };
  const traceId = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex');
  const problem = error instanceof RequestError || /^(HPE|ERR)_/.test(code) ? unreadable : toProblem(error);
  const response = problemResponse(problems[code] ?? problem, traceId);
  for (const [name, value] of Object.entries(answerHeaders({ isLocal: true }))) response.headers.set(name, value);
  response.headers.set(traceIdHeader, traceId);
  return response;
}

/** Answers input that is not valid HTTP and closes the connection. */
async function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const response = unreadableResponse(error);
  const body = await response.text();
  const headers = { ...Object.fromEntries(response.headers), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  socket.end(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${lines.join('')}${length}\r\n${body}`);
}
