/**
 * The two letters shown instead of a missing logo: the first letters of the first two words, the first two capitals of a single
 * word, or its first two letters.
 */
export function lettersOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const capitals = words[0]?.match(/\p{Lu}/gu) ?? [];
  const letters =
    words.length > 1 ? words.map((word) => [...word][0]) : capitals.length > 1 ? capitals : [...(words[0] ?? '')];
  return letters.slice(0, 2).join('').toUpperCase();
}

/** The id of a bank that is added without one, `allied-irish-banks` for “Allied Irish Banks”; empty for no Latin letter. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, '');
}
