/**
 * Text as it is searched: lower case, without Latin accents, Greek tonos and the like, compatibility forms made plain.
 * Done here and not in SQL, so that it is the same whatever locale a database was made with.
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');
}
