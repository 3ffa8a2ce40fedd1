import type { CDPSession, Page } from '@playwright/test';

/** One intercepted call of the page, held until one of these methods is called. All of them reject after the page is gone. */
export interface CaughtCall {
  method: string;
  url: string;
  answer: (status: number, body: string, headers?: Record<string, string>) => Promise<void>;
  cut: (reason: Cut) => Promise<void>;
  /** Sends it to its real destination. */
  release: () => Promise<void>;
  /** The response that the call would get. */
  ask: () => Promise<string>;
  /** The response that a GET of another address would get, with these headers in place of its own. */
  askOther: (url: string, headers: Record<string, string>) => Promise<string>;
}

export type Cut = 'ConnectionReset' | 'NameNotResolved' | 'ConnectionRefused' | 'Failed';

interface Paused {
  requestId: string;
  request: { url: string; method: string; headers: Record<string, string>; postData?: string };
}

/**
 * Intercepts every call below an address. Unlike Playwright's routes, this keeps the browser's cache: a page that is
 * opened a thousand times loads its code once, like a returning user's.
 */
export async function catchCalls(page: Page, below: string, onCall: (call: CaughtCall) => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', (paused: Paused) => {
    const isAsked = paused.request.method === 'OPTIONS';
    // The calls of a page end when it is left.
    void (isAsked ? allow(session, paused) : onCall(toCaught(page, session, paused))).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${below}/*` }] });
}

const anyone = { 'access-control-allow-origin': '*' };
const exposed = { ...anyone, 'access-control-expose-headers': 'Retry-After', 'content-type': 'application/json' };

function toCaught(page: Page, session: CDPSession, { requestId, request }: Paused): CaughtCall {
  const { method, url, headers, postData } = request;
  return {
    method,
    url,
    answer: (status, body, own) => fulfil(session, requestId, { status, body, headers: { ...exposed, ...own } }),
    cut: async (errorReason) => void (await session.send('Fetch.failRequest', { requestId, errorReason })),
    release: async () => void (await session.send('Fetch.continueRequest', { requestId })),
    ask: async () => {
      const sent = { method, headers, ...(postData !== undefined && { data: postData }) };
      return (await page.request.fetch(url, sent)).text();
    },
    askOther: async (other, own) =>
      (await page.request.fetch(other, { method: 'GET', headers: { ...headers, ...own } })).text(),
  };
}

/** Answers a CORS preflight; the fake provider's own preflight response is tested elsewhere. */
function allow(session: CDPSession, { requestId, request }: Paused): Promise<void> {
  const headers = {
    ...anyone,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': request.headers['Access-Control-Request-Headers'] ?? '*',
  };
  return fulfil(session, requestId, { status: 204, body: '', headers });
}

interface Fulfilment {
  status: number;
  body: string;
  headers: Record<string, string>;
}

async function fulfil(session: CDPSession, requestId: string, { status, body, headers }: Fulfilment): Promise<void> {
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: Buffer.from(body).toString('base64'),
  });
}
