const prefix = '[Merchant Portal]';

type Level = 'info' | 'warn' | 'error';
type Listener = (level: Level, message: string, detail: unknown) => void;

let listener: Listener | undefined;

/** Console logging of the portal; monitoring hangs itself in here when it is on (§9 Monitoring). */
export const log = {
  info: (message: string, detail?: unknown): void => write('info', message, detail),
  warn: (message: string, detail?: unknown): void => write('warn', message, detail),
  error: (message: string, detail?: unknown): void => write('error', message, detail),
};

/** What is logged goes to this listener as well, or to nobody else again. */
export function alsoLogTo(other: Listener | undefined): void {
  listener = other;
}

function write(level: Level, message: string, detail: unknown): void {
  // oxlint-disable no-console -- the one way to the console
  if (detail === undefined) console[level](prefix, message);
  else console[level](prefix, message, detail);
  listener?.(level, message, detail);
}
