const prefix = '[Merchant Portal]';

type Level = 'info' | 'warn' | 'error';
type Listener = (level: Level, message: string, detail: unknown) => void;

let listener: Listener | undefined;

/** The portal's console log; monitoring adds a listener when it is enabled (§9 Monitoring). */
export const log = {
  info: (message: string, detail?: unknown): void => write('info', message, detail),
  warn: (message: string, detail?: unknown): void => write('warn', message, detail),
  error: (message: string, detail?: unknown): void => write('error', message, detail),
};

/** Adds a second destination for log messages; undefined removes it. */
export function alsoLogTo(other: Listener | undefined): void {
  listener = other;
}

function write(level: Level, message: string, detail: unknown): void {
  // oxlint-disable no-console -- the only place that writes to the console
  if (detail === undefined) console[level](prefix, message);
  else console[level](prefix, message, detail);
  listener?.(level, message, detail);
}
