import { endpoints } from '@volume/contract/endpoints.ts';
import { demoOrigin } from './demo-world.ts';

/** Every way in which a request can fail, by the error catalogue (§8). */
export const failures = {
  none: 'Answers as it should',
  payload500: '500 with the provider’s words',
  bare500: '500 without a payload',
  malformed: '500 with a malformed payload',
  unauthorised: '401, the session has ended',
  forbidden: '403, not allowed',
  missing: '404, not found',
  busy: '429, too many calls',
  shape: 'Another shape',
  garbage: 'Cut-off JSON',
  offline: 'No network',
  never: 'Never answers',
} as const;
export type Failure = keyof typeof failures;

export interface DemoChoice {
  /** The email of the signed-in sample user; empty for none. */
  person: string;
  delaySeconds: number;
  /** Operation id of the failing endpoint; empty for all of them. */
  call: string;
  failure: Failure;
}

const key = 'v_demo_v1';
const first: DemoChoice = { person: 'amelia@harbourbloom.example', delaySeconds: 0, call: '', failure: 'none' };

/** The choices of the panel; they survive a reload, unlike the demo data. */
export function readChoice(): DemoChoice {
  try {
    return { ...first, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<DemoChoice>) };
  } catch {
    return first;
  }
}

export function keepChoice(choice: DemoChoice): void {
  sessionStorage.setItem(key, JSON.stringify(choice));
}

/** The endpoints that can be made to fail, sorted by operation id. */
export const failingCalls = Object.values(endpoints)
  .map(({ name, method, path }) => ({ name, method, path }))
  .toSorted((a, b) => a.name.localeCompare(b.name));

const apiPath = /^\/sandbox\/api\//;

/**
 * The chosen failure for this request, undefined if it should succeed.
 * @throws TypeError like fetch without a network
 */
export async function toFailure({ call, failure }: DemoChoice, request: Request): Promise<Response | undefined> {
  if (failure === 'none') return undefined;
  // Without its screen's answer, the page makes the chosen call itself.
  if (call !== '' && /\/api\/merchants\/.*\/(start|overview)$/.test(new URL(request.url).pathname))
    return failed('missing');
  if (!isChosen(call, request)) return undefined;
  if (failure === 'offline') throw new TypeError('Failed to fetch');
  if (failure === 'never') return new Promise((_, reject) => onAbort(request.signal, reject));
  return failed(failure);
}

function isChosen(call: string, { method, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  // Sign-in never fails, because otherwise the user could not get out of the failure.
  if (origin !== demoOrigin || !apiPath.test(pathname) || pathname.includes('/accounts/sign-in')) return false;
  const chosen = failingCalls.find(({ name }) => name === call);
  if (!chosen) return call === '';
  const pattern = chosen.path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return method === chosen.method && new RegExp(`^${pattern}$`).test(pathname.replace(apiPath, ''));
}

function failed(failure: Exclude<Failure, 'none' | 'offline' | 'never'>): Response {
  const refusal = (statusCode: number, statusName: string, errorMessage: string) =>
    json(statusCode, { statusCode, statusName, errorMessage, traceId: '4bf92f3577b34da6', source: 'VOLUME' });
  switch (failure) {
    case 'payload500':
      return refusal(500, 'INTERNAL_SERVER_ERROR', 'The provider could not answer. Nothing was changed.');
    case 'bare500':
      return new Response('', { status: 500 });
    case 'malformed':
      return json(500, { statusCode: 'five hundred', errorMessage: 7 });
    case 'unauthorised':
      return refusal(401, 'UNAUTHORIZED', 'The session has ended');
    case 'forbidden':
      return refusal(403, 'FORBIDDEN', 'This needs another role');
    case 'missing':
      return refusal(404, 'NOT_FOUND', 'There is nothing here');
    case 'busy':
      return refusal(429, 'TOO_MANY_REQUESTS', 'Too many calls. Try again in a moment.');
    case 'shape':
      return json(200, { something: 'else' });
    case 'garbage':
      return new Response('{"content":[{"paymentId":', { headers: { 'content-type': 'application/json' } });
  }
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  signal.addEventListener('abort', () => reject(signal.reason));
}
