/** Latin letters without a decomposition, and what people type instead. */
const plainLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * Folds text for search: lower case, without Latin accents, Greek tonos and similar marks, compatibility forms
 * replaced, also letters such as ł and ø. Done here rather than in SQL, so that it does not depend on the database's
 * locale. Stored text is already folded: changing this function needs a migration that folds it again.
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .replaceAll(/[łøđðħıßæœþ]/gu, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}
