/** Written in capitals by everyone; a shouting `NEW` or `LOW` is a word like any other. */
const abbreviations = new Set(['EUR', 'GBP', 'IBAN', 'ISX', 'NA', 'URL', 'API', 'IP', 'UTC', 'ID']);

function capitalised(word: string, isShouting: boolean): string {
  if (abbreviations.has(word)) return word;
  if (!isShouting && word.length > 1 && word === word.toUpperCase()) return word;
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** A camelCase or snake_case name as title-cased words with spaces (§9 Labels): `AWAITING_AUTHORIZATION` → `Awaiting Authorization`. */
export function titleCase(name: string): string {
  const isShouting = name === name.toUpperCase();
  const apart = isShouting
    ? name
    : name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  const words = apart.split(/[\s_-]+/u).filter((word) => word !== '');
  return words.map((word) => capitalised(word, isShouting)).join(' ');
}
