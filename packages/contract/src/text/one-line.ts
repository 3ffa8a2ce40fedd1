import * as z from 'zod/mini';
import { visible } from './invisible-marks.ts';

/** Line breaks, other control characters, and characters that change the text direction. */
const notOfOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
export const isOneLine = (text: string): boolean => !notOfOneLine.test(text);
const webAddress = /:\/\/|\bwww\./i;

/** A name of a person or company that other users and mails show: one line, without a web address and invisible marks. */
export const OneLine = z.string().check(
  z.trim(),
  z.refine(isOneLine, 'must be one line'),
  visible(),
  z.trim(),
  z.refine((text) => !webAddress.test(text), 'must not hold a web address'),
);

/** Makes a name that was stored before this rule safe for a mail: one line of at most 80 characters. */
export function toOneLine(text: string): string {
  const line = text.replace(new RegExp(notOfOneLine, 'gu'), ' ').replace(new RegExp(webAddress, 'gi'), ' ');
  const short = line.replace(/\s+/g, ' ').trim();
  return short.length > 80 ? `${short.slice(0, 79)}…` : short;
}
