import * as z from 'zod/mini';

/**
 * Marks that no font draws (direction marks, zero-width spaces, soft hyphens), which chats, PDFs and web pages add to
 * copied text. Joiners and variation selectors are kept where they shape a letter beyond ASCII or an emoji.
 */
const invisible = /(?<!(?![\0-\x7f])[\p{L}\p{M}\p{So}\p{Sk}])\p{DI}+|(?!\p{Join_C}|\p{VS})\p{DI}/gu;

/** Typed or pasted text without invisible marks, and with non-breaking and wide spaces replaced by normal ones. */
export const dropInvisible = (text: string): string => text.replace(invisible, '').replace(/\p{Zs}/gu, ' ');

/** `dropInvisible` as a schema check, for identifiers and other texts in which invisible marks have no meaning. */
export const visible = () => z.overwrite(dropInvisible);
