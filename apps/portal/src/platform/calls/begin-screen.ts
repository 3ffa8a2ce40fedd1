import {
  type OverviewAsked,
  overviewCall,
  overviewCalls,
  startCall,
  startCalls,
} from '@volume/contract/screens/screen-calls.ts';
import type { ScreenPart } from '@volume/contract/screens/screens.ts';
import { keepBegunCall, keyOfCall } from '#boot/begun-calls.ts';

/** After this time in milliseconds, the calls whose lines have not arrived are sent by their readers. */
const patienceMs = 5_000;

export interface Caller {
  /** The address of a path below the API prefix. */
  urlOf: (path: string) => string;
  headers: Record<string, string>;
  authorities: readonly string[];
}

export function beginStart(caller: Caller, merchantId: string): void {
  beginScreen(caller, startCall({ merchantId }), startCalls({ merchantId }, caller.authorities));
}

export function beginOverview(caller: Caller, asked: OverviewAsked): void {
  beginScreen(caller, overviewCall(asked), overviewCalls(asked, caller.authorities));
}

/**
 * Sends one call in place of these, which then take their answers from its lines. A call whose line does not arrive is
 * sent by its reader, so a failure of the screen's own call is never seen.
 */
function beginScreen({ urlOf, headers }: Caller, path: string, calls: readonly string[]): void {
  if (calls.some((call) => window.begunCalls?.[keyOfCall(urlOf(call), headers)])) return;
  const waiting = new Map<string, (answer?: Response) => void>();
  for (const call of calls) {
    const answer = new Promise<Response | undefined>((resolve) => waiting.set(call, resolve));
    keepBegunCall(urlOf(call), headers, { answer });
  }
  const stop = new AbortController();
  const end = (): void => {
    stop.abort();
    for (const answerNothing of waiting.values()) answerNothing();
  };
  const timer = setTimeout(end, patienceMs);
  const take = (line: string): void => {
    const { call, status, retryAfter, body } = JSON.parse(line) as ScreenPart;
    const own = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    waiting.get(call)?.(new Response(JSON.stringify(body), { status, headers: own }));
  };
  void readLines(urlOf(path), { headers, credentials: 'omit', signal: stop.signal }, take)
    // The readers' own calls show the error.
    .catch(() => undefined)
    .then(() => clearTimeout(timer))
    .then(end);
}

async function readLines(url: string, init: RequestInit, take: (line: string) => void): Promise<void> {
  const { ok, body } = await fetch(url, init);
  if (!ok || !body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + next.value).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  }
}
