import * as z from 'zod/mini';

/** Line breaks, other controls, and what changes the direction of the letters after it. */
const notOfOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const webAddress = /:\/\/|\bwww\./i;

/** A name of a person or a company as others read it, in mails too: one line, and no web address in it. */
export const OneLine = z.string().check(
  z.trim(),
  z.refine((text) => !notOfOneLine.test(text), 'must be one line'),
  z.refine((text) => !webAddress.test(text), 'must not hold a web address'),
);

/** A name that was stored before there was a rule, as it may stand in a mail: at most 80 characters of one line. */
export function toOneLine(text: string): string {
  const line = text.replace(new RegExp(notOfOneLine, 'gu'), ' ').replace(new RegExp(webAddress, 'gi'), ' ');
  const short = line.replace(/\s+/g, ' ').trim();
  return short.length > 80 ? `${short.slice(0, 79)}…` : short;
}
