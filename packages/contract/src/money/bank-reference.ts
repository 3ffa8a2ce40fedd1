import * as z from 'zod/mini';
import { visible } from '@volume/contract/text/invisible-marks.ts';

/** How many characters of a reference reach a bank statement, by currency. */
export const longestReference = { GBP: 18, EUR: 140 } as const;

/** The reference of a payment link, which can be empty: the characters of `bankReference`. */
export const linkReference = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[\w/\-?:().,'+ ]*$/, 'contains a character that banks do not accept'));

/** Letters, digits and the punctuation that banks pass on unchanged (SEPA's character set); trimmed. */
export const bankReference = (most: number) =>
  z
    .string()
    .check(
      visible(),
      z.trim(),
      z.minLength(1, 'is required'),
      z.maxLength(most),
      z.regex(/^[\w/\-?:().,'+ ]+$/, 'contains a character that banks do not accept'),
    );
