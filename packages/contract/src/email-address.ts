import * as z from 'zod/mini';

/** True for what can be an e-mail address; whether it is one only a mail can tell. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"(),;:\\]+@([^\s@<>"(),;:\\.]+\.)+[^\s@<>"(),;:\\.]{2,}$/.test(text);
}

/** An address mail can be sent to; trimmed, in the letters it was typed in. */
export const EmailAddress = z
  .string()
  .check(z.trim(), z.minLength(1, 'is required'), z.refine(isEmailAddress, 'must look like name@example.com'));
