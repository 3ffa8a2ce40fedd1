export type SearchTexts = Record<string, string | string[]>;

/** Encodes all but letters, digits and `_ - .`, so that every address matches the redirect pattern (contract §9). */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\u{FFFD}')).replace(
    /[!'()*~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Parses a query string into texts, never JSON (`searchFilter=0012`), without empty ones; a repeated key becomes a list. */
export function parseSearch(search: string): SearchTexts {
  // No prototype, so that `__proto__=1` is a key like any other.
  const texts = Object.create(null) as SearchTexts;
  for (const [key, value] of new URLSearchParams(search)) {
    // A form of the browser sends its empty fields too.
    if (value === '') continue;
    const before = texts[key];
    texts[key] = before === undefined ? value : [before, value].flat();
  }
  return texts;
}

/** Writes a query string with its leading `?`, or nothing: lists comma-separated, without empty ones and undefined. */
export function stringifySearch(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => {
    const text = Array.isArray(value) ? value.join(',') : value;
    if (text === undefined || text === null || (Array.isArray(value) && value.length === 0)) return [];
    return [`${encodeStrictly(key)}=${encodeStrictly(String(text))}`];
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Reads a list parameter: comma-separated, repeated or as a JSON array (contract §9 Addresses). */
export function readList(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(readList);
  if (typeof value !== 'string') return [];
  return (readJsonList(value) ?? value.split(',')).map((text) => text.trim()).filter((text) => text !== '');
}

function readJsonList(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
  } catch {
    return undefined;
  }
}
