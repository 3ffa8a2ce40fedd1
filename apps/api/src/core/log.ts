export type LogFields = Record<string, unknown>;
/** Structured log: one JSON line per entry, with secrets redacted. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** `origin` is in every entry: the service, its version and the process. */
export function createLog(write: (line: string) => void, now: () => Date, origin: LogFields = {}): Log {
  const entry =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      write(JSON.stringify({ at: now().toISOString(), level, event, ...origin, ...(redact(fields) as LogFields) }));
  return { info: entry('info'), error: entry('error') };
}

/** Log fields of an error. The driver's other fields are left out, because they contain values of rows. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  return { error: `${error.name}: ${error.message}`, cause, stack: error.stack ?? '' };
}

/**
 * The description of an error that a table stores: its class, its code and the line of our code that threw it, at most 200
 * characters. Never its message, which can repeat values of a row.
 */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return `Thrown ${typeof error}`;
  const { code } = error as { code?: unknown };
  const own = error.stack
    ?.split('\n')
    .find((line) => line.trimStart().startsWith('at ') && !line.includes('node_modules'));
  const place = own === undefined ? undefined : /([\w.-]+:\d+):\d+\)?$/.exec(own)?.[1];
  const parts = [error.name, typeof code === 'string' ? code : null, place && `at ${place}`];
  return parts.filter(Boolean).join(' ').slice(0, 200);
}

const secretName = /token|password|secret|authorization|cookie|otp|recovery|^code$|hash/i;
const secretText = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b(?:Bearer|Basic)\s+[\w.~+/=-]+|:\/\/[^\s/@:]+:[^\s/@]+@/g;

/** Returns a copy of a value with tokens, passwords, codes and secrets replaced, recognised by name and by form. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(secretText, '[redacted]');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 5) return '[deep]';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, secretName.test(key) ? '[redacted]' : redact(item, depth + 1)]),
  );
}
