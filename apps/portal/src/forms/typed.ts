import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import { sayMajor } from '@volume/contract/money/money.ts';
import { readTypedAmount } from '@volume/contract/money/typed-amount.ts';
import * as z from 'zod/mini';

/** Typed text in minor units; undefined if it is not an amount or is ambiguous (contract §11, Typed amounts). */
export function parseAmount(text: string, currency?: string): number | undefined {
  const read = readTypedAmount(text, currency);
  return 'fault' in read ? undefined : read.minor;
}

/** Minor units as text for an input, "1,249.50". */
export const amountText = sayMajor;

export interface AmountLimit {
  /** Minor units. */
  most: number;
  /** The error message for a larger amount, given in minor units. */
  tooMuch: (minor: number) => string;
  /** True if users may want to enter the limit itself, such as the whole balance. */
  isOffered: boolean;
}

interface AmountRule {
  /** The sign of another currency is refused; omitted if the amount has no currency. */
  currency?: string;
  /** The minimum in minor units; a penny by default. */
  least?: 0 | 1;
  limit?: AmountLimit | undefined;
  /** The value of an empty field; without it, an empty field is an error. */
  empty?: string;
}

/** Parses a typed amount into minor units. */
export const typedAmount = (rule: AmountRule = {}) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      const read = readTypedAmount(text.trim() === '' ? (rule.empty ?? '') : text, rule.currency);
      const message = 'fault' in read ? read.fault : amountFault(read.minor, rule);
      // `continue`: the errors of other fields are shown too.
      if (message !== undefined) issues.push({ code: 'custom', message, input: text, continue: true });
      return 'fault' in read ? 0 : read.minor;
    }),
  );

function amountFault(minor: number, { least = 1, limit }: AmountRule): string | undefined {
  if (minor < least) return 'Must be at least 0.01.';
  return limit !== undefined && minor > limit.most ? limit.tooMuch(minor) : undefined;
}

/** A field that is not needed at the moment; its content is ignored. */
export const unread = z.pipe(
  z.string(),
  z.transform(() => null),
);

/** A required text, trimmed and checked by the contract's schema. `label` begins the error messages. */
export const requiredText = (schema: z.ZodMiniType, label?: string) => textBy((text) => findFault(schema, text, label));

/** The same for an optional text: null when empty. */
export const optionalText = (schema: z.ZodMiniType, label?: string) =>
  z.pipe(
    textBy((text) => (text === '' ? undefined : findFault(schema, text, label))),
    z.transform((text: string) => text || null),
  );

/** Removes the invisible characters that a pasted identifier can contain. */
export const pasted = <Read>(schema: z.ZodMiniType<Read, string>) =>
  z.pipe(z.pipe(z.string(), z.transform(dropInvisible)), schema);

/** Trims the text; `fault` returns the error message, or undefined when it is valid. */
export const textBy = (fault: (text: string) => string | undefined) =>
  z.pipe(
    z.string(),
    z.transform((typed: string, { issues }) => {
      const text = typed.trim();
      const message = fault(text);
      if (message !== undefined) issues.push({ code: 'custom', message, input: typed, continue: true });
      return text;
    }),
  );

/** The error message of an invalid text; undefined when it is valid. `label` begins the message. */
export function findFault(schema: z.ZodMiniType, text: string, label: string | undefined): string | undefined {
  const issue = z.safeParse(schema, text).error?.issues[0];
  if (issue === undefined) return undefined;
  if (issue.code === 'too_big') return `Use ${issue.maximum} characters or fewer (currently ${text.length}).`;
  if (label !== undefined) return `${label} ${issue.message}`;
  return `${issue.message.charAt(0).toUpperCase()}${issue.message.slice(1)}.`;
}
