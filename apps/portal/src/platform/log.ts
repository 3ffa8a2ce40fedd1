const prefix = '[Merchant Portal]';

/** Console logging of the portal; monitoring hangs itself in here when it is on (§9 Monitoring). */
export const log = {
  info: (message: string, detail?: unknown): void => write('info', message, detail),
  warn: (message: string, detail?: unknown): void => write('warn', message, detail),
  error: (message: string, detail?: unknown): void => write('error', message, detail),
};

function write(level: 'info' | 'warn' | 'error', message: string, detail: unknown): void {
  // oxlint-disable no-console -- the one door to the console
  if (detail === undefined) console[level](prefix, message);
  else console[level](prefix, message, detail);
}
