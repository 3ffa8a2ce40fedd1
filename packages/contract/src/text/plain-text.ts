import * as z from 'zod/mini';

/** Text that a user writes for others: trimmed, line breaks allowed, no other control characters, no lone surrogates. */
export const plainText = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, 'is required'),
    // A function, so that the number is only formatted when needed: browsers load the locale data slowly.
    z.maxLength(most, { error: () => `must have ${most.toLocaleString('en-GB')} characters at most` }),
    z.refine(
      (text) => !/[\u0000-\u0009\u000b-\u001f\u007f]|\p{Surrogate}/u.test(text),
      'holds a character that is not text',
    ),
  );
