import { traceparentHeader } from '@volume/contract/headers.ts';

const clicks = ['pointerdown', 'keydown'] as const;

let trace: string | undefined;

/** Puts all calls that one click or key leads to into one trace, where the deployment takes part in it (contract §11). */
export function followClicks(isWanted: boolean): void {
  if (!isWanted || trace !== undefined) return;
  begin();
  for (const name of clicks) window.addEventListener(name, begin, { passive: true, capture: true });
}

/** The 16 digits that people are shown of a trace are its end: zeros stand before, as in those that begin at the API. */
function begin(): void {
  trace = digits().padStart(32, '0');
}

/** What a call says of the trace it belongs to; nothing where none is followed. */
export const traceHeaders = (): Record<string, string> =>
  trace === undefined ? {} : { [traceparentHeader]: `00-${trace}-${digits()}-01` };

const digits = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
