import { applicationIdHeader } from '@volume/contract/headers.ts';

/** A call begun by the page itself, before any of its code was there. */
export interface EarlyCall {
  authorization: string;
  applicationId: string | undefined;
  answer: Promise<Response>;
  stop: AbortController;
}

/** What the page has asked for where it is a merchant's own list of pay-ins: enough to draw its first rows. */
export interface EarlyList {
  apiBaseUrl: string;
  authorities: readonly string[];
  applicationId: string;
  merchant: EarlyCall;
  list: EarlyCall;
}

declare global {
  interface Window {
    earlyCalls?: Record<string, EarlyCall>;
    earlyList?: EarlyList;
  }
}

/** Milliseconds after the page began in which an answer is still the page's own first look. */
const freshFor = 15_000;

/**
 * The answer to this very call where the page has begun it already, once; else undefined, and the caller fetches.
 * It is the same only if address, token and application are: what the early call could not know is asked anew.
 */
export function takeEarlyCall(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> | undefined {
  const early = window.earlyCalls?.[url];
  if (!early) return undefined;
  delete window.earlyCalls?.[url];
  const isSame =
    early.authorization === headers['authorization'] &&
    early.applicationId === headers[applicationIdHeader] &&
    performance.now() < freshFor;
  if (!isSame) {
    early.stop.abort();
    return undefined;
  }
  signal?.addEventListener('abort', () => early.stop.abort());
  return early.answer;
}
