import * as z from 'zod/mini';

/** What a person writes for others to read: trimmed, line breaks allowed, no other control character, no lone surrogate. */
export const plainText = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, 'is required'),
    // Written when it is said: the tables for it take a browser its time to load.
    z.maxLength(most, { error: () => `must have ${most.toLocaleString('en-GB')} characters at most` }),
    z.refine(
      (text) => !/[\u0000-\u0009\u000b-\u001f\u007f]|\p{Surrogate}/u.test(text),
      'holds a character that is not text',
    ),
  );
