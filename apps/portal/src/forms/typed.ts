import * as z from 'zod/mini';

/** "1,249.5" or "£1 249.50" as 124950 minor units; undefined when it is no amount with at most two decimals. */
export function parseAmount(text: string): number | undefined {
  const plain = text.replace(/[\s,£€]/g, '');
  if (!/^(\d{1,13}(\.\d{0,2})?|\.\d{1,2})$/.test(plain)) return undefined;
  const [whole = '', fraction = ''] = plain.split('.');
  const minor = Number(`${whole}${fraction.padEnd(2, '0')}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** Minor units as one would type them, "1,249.50". */
export function amountText(minor: number): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}

interface AmountRule {
  /** Minor units it has at least: a penny, if nothing else is said. */
  least?: 0 | 1;
  /** Minor units it has at most, where that is known, and what more than that says. */
  most?: number | undefined;
  tooMuch?: string;
  /** What an empty field stands for; nothing, if nothing is said. */
  empty?: string;
}

/** An amount as it is typed, in minor units. */
export const typedAmount = (rule: AmountRule = {}) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      const minor = parseAmount(text.trim() === '' ? (rule.empty ?? '') : text);
      const message = amountFault(minor, rule);
      // `continue`: what is wrong with the other fields is said at once, too.
      if (message !== undefined) issues.push({ code: 'custom', message, input: text, continue: true });
      return minor ?? 0;
    }),
  );

function amountFault(minor: number | undefined, { least = 1, most, tooMuch }: AmountRule): string | undefined {
  if (minor === undefined) return 'Enter an amount such as 12.50.';
  if (minor < least) return 'Must be at least 0.01.';
  return most !== undefined && minor > most ? tooMuch : undefined;
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
