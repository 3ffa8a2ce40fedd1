const apostrophes = /[’‘ʼ´`′]/gu;
/** What surrounds a word in a sentence, and the dots that our screens put between the parts of an account. */
const around = /^["'“”„«»([#·–—]+|["'“”»«)\],;:.!?·–—]+$/gu;

/**
 * The words of a search as people type and paste them: without the punctuation around them, and with plain apostrophes.
 * A search of nothing but punctuation keeps it.
 */
export function toSearchWords(search: string): string[] {
  const words = search.replaceAll(apostrophes, "'").split(/\s+/);
  const bare = words.map((word) => word.replaceAll(around, ''));
  return (bare.some((word) => word !== '') ? bare : words).filter((word) => word !== '');
}

/**
 * A LIKE pattern for texts that contain the word; `\` is the escape character. An apostrophe matches any one character, because stored
 * names are written with many kinds of it.
 */
export const toPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&').replaceAll("'", '_')}%`;
