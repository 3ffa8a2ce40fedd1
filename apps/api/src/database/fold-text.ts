/** Latin letters that no normal form takes apart, as people type them who do not have them. */
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
 * Text as it is searched: lower case, without Latin accents, Greek tonos and the like, compatibility forms made plain, letters such as ł
 * and ø too. Done here and not in SQL, so that it is the same whatever locale a database was made with. What is stored is folded already:
 * whoever changes this folds that again, by a migration.
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .replaceAll(/[łøđðħıßæœþ]/gu, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}
