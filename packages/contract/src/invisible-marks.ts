import * as z from 'zod/mini';

/**
 * Marks that no font draws (direction marks, zero-width spaces, soft hyphens), which chats, PDFs and web pages add to
 * copied text. Joiners and variation selectors are kept where they shape a letter beyond ASCII or an emoji.
 */
const invisible = /(?<!(?![\0-\x7f])[\p{L}\p{M}\p{So}\p{Sk}])\p{DI}+|(?!\p{Join_C}|\p{VS})\p{DI}/gu;

/** A typed or pasted text without invisible marks, its non-breaking and wide spaces as plain ones. */
export const dropInvisible = (text: string): string => text.replace(invisible, '').replace(/\p{Zs}/gu, ' ');

/** The same as a check of a schema, for identifiers and other texts in which no such mark has a meaning. */
export const visible = () => z.overwrite(dropInvisible);
