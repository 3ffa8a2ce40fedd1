const secretName = /token|password|secret|authorization|cookie|otp|recovery|^code$|hash/i;
const secretText = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b(?:Bearer|Basic)\s+[\w.~+/=-]+|:\/\/[^\s/@:]+:[^\s/@]+@/g;

/** A copy of a value with tokens, passwords, codes and secrets replaced, by their names and by their looks. */
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
