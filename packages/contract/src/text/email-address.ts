import * as z from 'zod/mini';
import { visible } from './invisible-marks.ts';

/** Checks the format only; whether the address exists is known once a mail arrives. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"(),;:\\]+@([^\s@<>"(),;:\\.]+\.)+[^\s@<>"(),;:\\.]{2,}$/.test(text);
}

/**
 * The form in which email addresses are compared, counted and looked up: A to Z in lower case, other letters unchanged.
 * Unlike `toLowerCase`, this gives the same result on every machine and in every database.
 */
export function foldEmailAddress(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Programs disagree on how to lowercase capitals outside A to Z (`İ` and `i`). */
const hasOtherCapitals = (text: string): boolean => foldEmailAddress(text) !== text.toLowerCase();

/** An address that mail can be sent to; trimmed, with the case as typed. */
export const EmailAddress = z.string().check(
  visible(),
  z.trim(),
  z.minLength(1, 'is required'),
  z.refine(isEmailAddress, 'must look like name@example.com'),
  z.refine((text) => !hasOtherCapitals(text), 'can have capital letters from A to Z only'),
);
