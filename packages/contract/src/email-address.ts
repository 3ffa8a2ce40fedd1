import * as z from 'zod/mini';

/** True for what can be an email address; whether it is one only a mail can tell. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"(),;:\\]+@([^\s@<>"(),;:\\.]+\.)+[^\s@<>"(),;:\\.]{2,}$/.test(text);
}

/**
 * The one form in which email addresses are compared, counted and looked up: capitals A to Z as small letters, every other
 * letter as it is, on every machine and in every database alike.
 */
export function foldEmailAddress(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Capitals outside A to Z are the same letter to some programs and another one to others (`İ` and `i`). */
const hasOtherCapitals = (text: string): boolean => foldEmailAddress(text) !== text.toLowerCase();

/** An address mail can be sent to; trimmed, in the letters it was typed in. */
export const EmailAddress = z.string().check(
  z.trim(),
  z.minLength(1, 'is required'),
  z.refine(isEmailAddress, 'must look like name@example.com'),
  z.refine((text) => !hasOtherCapitals(text), 'can have capital letters from A to Z only'),
);
