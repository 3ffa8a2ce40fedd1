import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '#scripts/free-port.mjs';
import { type Answer, answers, refusal } from './answers.ts';
import { answerAssumed, assumedCalls } from './assumed-calls.ts';
import { calls } from './calls.ts';
import { type Call, judge, type WireRequest } from './judge.ts';

export interface Provider {
  /** The API base address to configure; it contains the sandbox marker (§1). */
  address: string;
  /** Descriptions of requests that did not match section 7 exactly. */
  complaints: string[];
  /** Calls that are neither in section 7 nor assumed of every deployment, as `METHOD path`. */
  unknown: string[];
  /** Known calls that were received, as `METHOD path` with ids in braces. */
  came: string[];
  /** The search texts of these calls. */
  searches: string[];
  /** Returns this response for `METHOD path` (with ids in braces) until `recover`. */
  fail: (call: string, answer: Answer) => void;
  /** Adds one of our own calls and lists it in the capabilities (contract §9). */
  offer: (call: string, answer: Answer) => void;
  /** Restores all original responses. */
  recover: () => void;
  stop: () => Promise<void>;
}

const allowedHeaders = 'authorization, accept, content-type, x-caller-type, x-caller-version, x-application-id';

/**
 * The provider's deployment according to the specification. It only knows the calls of section 7, rejects requests that
 * do not match them exactly, and records why. The browser's preflight fails for headers it does not know.
 */
export async function startProvider(): Promise<Provider> {
  const port = await freePort();
  const failures = new Map<string, Answer>();
  const offers = new Map<string, Answer>();
  const asked = new Set<string>();
  const provider: Provider = {
    address: `http://localhost:${port}/sandbox`,
    complaints: [],
    unknown: [],
    came: [],
    searches: [],
    fail: (call, answer) => failures.set(call, answer),
    offer: (call, answer) => offers.set(call, answer),
    recover: () => (failures.clear(), offers.clear()),
    stop: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
  const server = createServer((incoming, outgoing) => {
    void read(incoming).then((request) =>
      reply(outgoing, answer(request, provider, { failures, offers, asked }), headersFor(request, asked)),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return provider;
}

interface Orders {
  failures: Map<string, Answer>;
  offers: Map<string, Answer>;
  /** Calls for which it has required a step-up: no other call can carry a step-up token (contract §11). */
  asked: Set<string>;
}

function answer(request: WireRequest, provider: Provider, { failures, offers, asked }: Orders): Answer {
  if (request.method === 'OPTIONS') return { status: 204 };
  const offered = offers.get(`${request.method} ${request.path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{}')}`);
  if (offered) return offered;
  if (request.path === 'capabilities' && offers.size > 0) return { status: 200, body: [...offers.keys()] };
  // The automation hook is not part of an API and accepts any path (§9 Build).
  if (request.path === '/sandbox/hook') return { status: 204 };
  const found = findCall(request);
  if (!found) {
    provider.unknown.push(`${request.method} ${request.path}`);
    return refusal(404, 'NOT_FOUND', `No ${request.method} ${request.path} here`);
  }
  const name = `${found.call.method} ${found.call.path}`;
  provider.came.push(name);
  provider.searches.push(...request.query.getAll('globalSearch'));
  const faults = judge(request, found.call);
  provider.complaints.push(...faults.map((fault) => `${name}: ${fault}`));
  if (faults.length > 0) return refusal(400, 'BAD_REQUEST', faults.join('; '));
  const failure = failures.get(name);
  if (JSON.stringify(failure?.body ?? '').includes('STEP_UP_REQUIRED')) asked.add(name);
  return failure ?? answers[name]?.(found.parameters, request) ?? answerAssumed(found.call, found.parameters);
}

/** The allowed headers for the call of a preflight request. */
function headersFor({ method, path, headers }: WireRequest, asked: Set<string>): string {
  const meant = method === 'OPTIONS' ? (headers['access-control-request-method'] ?? '') : method;
  const call = findCall({ method: meant, path })?.call;
  const key = call?.movesMoney ? ', idempotency-key' : '';
  return allowedHeaders + key + (call && asked.has(`${call.method} ${call.path}`) ? ', x-step-up' : '');
}

/** Finds the call for this path; paths without ids have priority. */
function findCall({
  method,
  path,
}: Pick<WireRequest, 'method' | 'path'>): { call: Call; parameters: Record<string, string> } | undefined {
  const candidates = [...calls, ...assumedCalls].filter((call) => call.method === method);
  for (const call of candidates.toSorted((a, b) => countIds(a.path) - countIds(b.path))) {
    const pattern = call.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match) return { call, parameters: { ...match.groups } };
  }
  return undefined;
}

const countIds = (path: string): number => path.split('{').length;

async function read(incoming: IncomingMessage): Promise<WireRequest> {
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  const path = decodeURI(url.pathname).replace(/^\/sandbox\/api\//, '');
  return { method: incoming.method ?? 'GET', path, query: url.searchParams, headers, body };
}

function reply(outgoing: ServerResponse, { status, body }: Answer, headers: string): void {
  outgoing.writeHead(status, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-headers': headers,
    'content-type': 'application/json',
  });
  outgoing.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
}
