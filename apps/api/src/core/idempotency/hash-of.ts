import { toBase64Url } from '#core/secrets/keyed-hash.ts';

/** SHA-256 of a parsed body, the same whatever order its fields came in. */
export async function hashOf(body: unknown): Promise<string> {
  const text = JSON.stringify(body ?? null, (_, value: unknown) => (isRecord(value) ? sorted(value) : value));
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
