import { traceparentHeader } from '@volume/contract/headers.ts';

const clicks = ['pointerdown', 'keydown'] as const;

let trace: string | undefined;

/** Starts a new trace with each click or key, where the deployment supports traces (contract §11). */
export function followClicks(isEnabled: boolean): void {
  if (!isEnabled || trace !== undefined) return;
  begin();
  for (const name of clicks) window.addEventListener(name, begin, { passive: true, capture: true });
}

/** Users see the last 16 digits of a trace id; the leading zeros match traces that begin at the API. */
function begin(): void {
  trace = digits().padStart(32, '0');
}

/** The trace header of a request; empty when tracing is off. */
export const traceHeaders = (): Record<string, string> =>
  trace === undefined ? {} : { [traceparentHeader]: `00-${trace}-${digits()}-01` };

const digits = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
