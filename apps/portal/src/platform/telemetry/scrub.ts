const rest = '…';

// In this order: what is whole first, its parts after it.
const secrets: readonly [RegExp, string][] = [
  [/(https?:\/\/[^\s?#"'<>)]+)[?#][^\s"'<>)]*/g, '$1'],
  [/(\/auth\/(?:reset-password|verify-otp|set-two-factor)\/)[^\s/?#"'<>)]+(?:#[^\s"'<>)]*)?/g, `$1${rest}`],
  [/\bBearer\s+\S+/gi, `Bearer ${rest}`],
  [/\beyJ[\w-]*(?:\.[\w-]*)*/g, rest],
  [/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/g, rest],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, ':id'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, rest],
  [/\b\d{2}-\d{2}-\d{2}\b/g, rest],
  [/(?:[£€]|\b(?:GBP|EUR)\s?)-?\d[\d,]*(?:\.\d+)?/g, rest],
  [/\b\d[\d,]*\.\d{2}\b(?!\.)/g, rest],
  [/\b\d{6,}\b/g, rest],
  [/\b[\w-]{32,}\b/g, rest],
];

/**
 * A text as others may see it: without tokens, emails, account numbers, amounts, ids, and without what follows the path
 * of an address (quality, Security).
 */
export function scrubText(text: string): string {
  return secrets.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}

/** Every text within a value, scrubbed; `isAllowed` names the fields that must stay as they are. */
export function scrubDeep(value: unknown, isAllowed: (field: string) => boolean): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (Array.isArray(value)) return value.map((each) => scrubDeep(each, isAllowed));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    isAllowed(name) ? each : scrubDeep(each, isAllowed),
  ]);
  return Object.fromEntries(fields) as unknown;
}
