import { dropInvisible } from '@volume/contract/invisible-marks.ts';
import { sayMajor } from '@volume/contract/money.ts';
import { readTypedAmount } from '@volume/contract/typed-amount.ts';
import * as z from 'zod/mini';

/** What a person typed as minor units; undefined when it is no amount, or might be two (contract §11, Typed amounts). */
export function parseAmount(text: string, currency?: string): number | undefined {
  const read = readTypedAmount(text, currency);
  return 'fault' in read ? undefined : read.minor;
}

/** Minor units as one would type them, "1,249.50". */
export const amountText = sayMajor;

/** The largest amount that a field takes. */
export interface AmountLimit {
  /** Minor units. */
  most: number;
  /** The sentence for a larger amount, in minor units. */
  tooMuch: (minor: number) => string;
  /** True where people use the limit itself, as the whole balance. */
  isOffered: boolean;
}

interface AmountRule {
  /** The sign of another one is refused; left out where the amount is in no currency. */
  currency?: string;
  /** Minor units it has at least: a penny, if nothing else is said. */
  least?: 0 | 1;
  /** The most that it may be, where that is known. */
  limit?: AmountLimit | undefined;
  /** What an empty field stands for; nothing, if nothing is said. */
  empty?: string;
}

/** An amount as it is typed, in minor units. */
export const typedAmount = (rule: AmountRule = {}) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      const read = readTypedAmount(text.trim() === '' ? (rule.empty ?? '') : text, rule.currency);
      const message = 'fault' in read ? read.fault : amountFault(read.minor, rule);
      // `continue`: what is wrong with the other fields is said at once, too.
      if (message !== undefined) issues.push({ code: 'custom', message, input: text, continue: true });
      return 'fault' in read ? 0 : read.minor;
    }),
  );

function amountFault(minor: number, { least = 1, limit }: AmountRule): string | undefined {
  if (minor < least) return 'Must be at least 0.01.';
  return limit !== undefined && minor > limit.most ? limit.tooMuch(minor) : undefined;
}

/** A field that is not asked for now, whatever stands in it. */
export const unread = z.pipe(
  z.string(),
  z.transform(() => null),
);

/** A text as it is typed, by the contract's own schema, trimmed. `label` begins its sentences. */
export const requiredText = (schema: z.ZodMiniType, label?: string) => textBy((text) => findFault(schema, text, label));

/** The same where there need not be one: null then. */
export const optionalText = (schema: z.ZodMiniType, label?: string) =>
  z.pipe(
    textBy((text) => (text === '' ? undefined : findFault(schema, text, label))),
    z.transform((text: string) => text || null),
  );

/** The same field, read without the invisible marks that come with a pasted identifier. */
export const pasted = <Read>(schema: z.ZodMiniType<Read, string>) =>
  z.pipe(z.pipe(z.string(), z.transform(dropInvisible)), schema);

/** A text as it is typed, trimmed; `fault` says what is wrong with it, undefined when nothing is. */
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

function findFault(schema: z.ZodMiniType, text: string, label: string | undefined): string | undefined {
  const issue = z.safeParse(schema, text).error?.issues[0];
  if (issue === undefined) return undefined;
  if (issue.code === 'too_big') return `Use ${issue.maximum} characters or fewer (currently ${text.length}).`;
  if (label !== undefined) return `${label} ${issue.message}`;
  return `${issue.message.charAt(0).toUpperCase()}${issue.message.slice(1)}.`;
}
