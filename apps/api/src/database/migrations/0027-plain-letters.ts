const fold = (table: string) => `
UPDATE ${table} SET text = replace(replace(replace(replace(translate(text, 'łøđðħı', 'loddhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE octet_length(text) > char_length(text) AND text ~ '[łøđðħıßæœþ]';`;

/** Who is written Łucja or Sørensen is found as lucja and sorensen, before this as after it. A payer's key stays what it was. */
export const plainLetters = `${fold('payment_search')}${fold('payer_search')}
`;
