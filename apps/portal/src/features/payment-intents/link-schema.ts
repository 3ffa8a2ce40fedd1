import { currencies, type Currency } from '@volume/contract/money.ts';
import { attemptModes, longestLinkReference, PaymentLinkRequest } from '@volume/contract/payment-intents.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { parseDayAndTime } from '#design/days/typed-day.ts';
import * as z from 'zod/mini';
import { type AmountLimit, optionalText, textBy, typedAmount } from '#forms/typed.ts';

const hour = 3_600_000;
export const spans = { HOUR: hour, DAY: 24 * hour, WEEK: 7 * 24 * hour, MONTH: 30 * 24 * hour };
const expiries = ['NEVER', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'OWN'] as const;

const { customerIntentDescription, merchantIntentDescription, merchantPaymentId } = PaymentLinkRequest.shape;
const referenceSchema = (currency: Currency) => z.string().check(z.maxLength(longestLinkReference[currency]));

/** What was typed, as it was typed. */
const Typed = z.object({
  /** The first that is received, as long as none is chosen. */
  currency: z.optional(z.enum(currencies)),
  paymentRequest: z.object({ amount: typedAmount(), reference: optionalText(referenceSchema('EUR')) }),
  /** Read by the payer. */
  customerIntentDescription: optionalText(customerIntentDescription),
  /** Read by the merchant alone. */
  merchantIntentDescription: optionalText(merchantIntentDescription),
  merchantPaymentId: optionalText(merchantPaymentId),
  attemptMode: z.enum(attemptModes),
  expiry: z.enum(expiries),
  /** When the link is over: milliseconds once a span was chosen, so that a second sending says the same. */
  spanEnd: z.number(),
  /** `21 Nov 2026, 09:05` in the person's zone, for a time of one's own. */
  ownEnd: z.string(),
});
export type LinkTyped = z.input<typeof Typed>;
export type Expiry = LinkTyped['expiry'];

export const emptyLink: LinkTyped = {
  paymentRequest: { amount: '', reference: '' },
  customerIntentDescription: '',
  merchantIntentDescription: '',
  merchantPaymentId: '',
  attemptMode: 'ALLOW_MULTIPLE_ATTEMPTS',
  expiry: 'NEVER',
  spanEnd: 0,
  ownEnd: '',
};

interface LinkContext {
  applicationId: string;
  /** What it is in where no currency was chosen. */
  currency: Currency;
  /** The most that it can be for. */
  limit?: AmountLimit | undefined;
  /** An IANA name or 'UTC', as the device's own. */
  zone: string;
  /** Milliseconds. */
  readNow: () => number;
}

/** The request of a link, the amount in minor units. */
export const linkSchema = (link: LinkContext) => (typed: LinkTyped) => {
  const currency = typed.currency ?? link.currency;
  const endsAt = expiryTime(typed, link.zone);
  const fault = endFault(endsAt, link.readNow());
  const isOwn = typed.expiry === 'OWN';
  return z.pipe(
    z.extend(Typed, {
      paymentRequest: z.object({
        amount: typedAmount({ currency, limit: link.limit }),
        reference: optionalText(referenceSchema(currency)),
      }),
      expiry: z.enum(expiries).check(z.refine(() => isOwn || fault === undefined, fault)),
      ownEnd: textBy(() => (isOwn ? fault : undefined)),
    }),
    z.transform(({ paymentRequest: { amount, reference }, ...read }): PaymentLinkRequest => ({
      applicationId: link.applicationId,
      customerIntentDescription: read.customerIntentDescription,
      merchantIntentDescription: read.merchantIntentDescription,
      merchantPaymentId: read.merchantPaymentId,
      paymentRequest:
        currency === 'GBP' ? { currency, amount, reference: reference ?? '' } : { currency, amount, reference },
      attemptMode: read.attemptMode,
      expiresAtUtc: endsAt === null ? null : toWireTime(endsAt),
    })),
  );
};

function endFault(endsAt: number | null, now: number): string | undefined {
  if (Number.isNaN(endsAt)) return 'Enter a date and a time such as 21 Nov 2026, 17:00.';
  return endsAt !== null && endsAt <= now ? 'Choose a time in the future.' : undefined;
}

/** Milliseconds, null for never, NaN for what is no time. */
export function expiryTime({ expiry, spanEnd, ownEnd }: LinkTyped, zone: string): number | null {
  if (expiry === 'NEVER') return null;
  if (expiry !== 'OWN') return spanEnd;
  return Date.parse(`${parseDayAndTime(ownEnd) ?? ''}${zone === 'UTC' ? 'Z' : ''}`);
}
