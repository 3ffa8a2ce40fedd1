import * as z from 'zod/mini';
import { visible } from '@volume/contract/text/invisible-marks.ts';

const Texts = z.union([z.string(), z.array(z.string())]);

const hasNoControl = (text: string): boolean => !/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(text);

/** Free text of at most 200 characters, without control characters (such as NUL) and lone surrogates. */
export const SearchText = z
  .string()
  .check(z.maxLength(200), z.refine(hasNoControl, 'holds a character that cannot be searched'));

/** Search text as typed or pasted, without invisible marks; not for exact matches. */
export const SearchTerm = SearchText.check(visible());

/** A list parameter: accepts comma-joined and repeated values, writes comma-joined ones (contract §3, Filters). */
export function listOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.codec(Texts, z.array(z.enum(values)), {
    decode: (given) => splitTexts(given) as T[number][],
    encode: joinTexts,
  });
}

/** The same for texts of another form, such as ids. */
export const listOfTexts = (form: z.ZodMiniType<string, string>) =>
  z.codec(Texts, z.array(form), { decode: splitTexts, encode: joinTexts });

const splitTexts = (given: string | string[]): string[] =>
  [given]
    .flat()
    .flatMap((text) => text.split(','))
    .filter((text) => text !== '');
const joinTexts = (list: readonly string[]): string => list.join(',');

const wholeNumber = z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number'));

/** The zero-based page on the wire. */
export const PageNumber = z.prefault(z.codec(wholeNumber, z.int(), { decode: Number, encode: String }), '0');

/** Rows per page; the API clamps it to 1–100 (contract §9). */
export const PageSize = z.prefault(
  z.codec(wholeNumber, z.int(), { decode: (text) => Math.min(100, Math.max(1, Number(text))), encode: String }),
  '10',
);

export const Flag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (flag) => (flag ? 'true' : 'false'),
});
