import type { CDPSession, Page } from '@playwright/test';

/** One call of the page, held until it is said what becomes of it. A page that is gone makes all of these reject. */
export interface CaughtCall {
  method: string;
  url: string;
  answer: (status: number, body: string, headers?: Record<string, string>) => Promise<void>;
  cut: (reason: Cut) => Promise<void>;
  /** Goes on to whom it was meant for. */
  release: () => Promise<void>;
  /** What would be answered to it. */
  ask: () => Promise<string>;
}

export type Cut = 'ConnectionReset' | 'NameNotResolved' | 'ConnectionRefused' | 'Failed';

interface Paused {
  requestId: string;
  request: { url: string; method: string; headers: Record<string, string>; postData?: string };
}

/**
 * Catches every call below an address. Unlike Playwright's routes it leaves the browser its cache: a page that is opened a
 * thousand times reads its code once, as a returning person's does.
 */
export async function catchCalls(page: Page, below: string, onCall: (call: CaughtCall) => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', (paused: Paused) => {
    const isAsked = paused.request.method === 'OPTIONS';
    // A page that is left takes its calls with it.
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
  };
}

/** The browser's question whether it may call from another origin; the fake provider's own answer has its own tests. */
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
