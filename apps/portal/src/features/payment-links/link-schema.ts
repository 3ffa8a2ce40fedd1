import { currencies } from '@volume/contract/money/currencies.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { attemptModes, PaymentLinkRequest } from '@volume/contract/payment-links/payment-links.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { parseDayAndTime } from '#design/days/typed-day.ts';
import { linkReference, longestReference } from '@volume/contract/money/bank-reference.ts';
import * as z from 'zod/mini';
import { typedMetadata } from './typed-metadata.ts';
import { type AmountLimit, optionalText, pasted, textBy, typedAmount } from '#forms/typed.ts';

const hour = 3_600_000;
export const spans = { HOUR: hour, DAY: 24 * hour, WEEK: 7 * 24 * hour, MONTH: 30 * 24 * hour };
const expiries = ['NEVER', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'OWN'] as const;

const { customerIntentDescription, merchantIntentDescription, merchantPaymentId } = PaymentLinkRequest.shape;
const referenceSchema = (currency: Currency) => linkReference(longestReference[currency]);

const Typed = z.object({
  /** Undefined until one is chosen; until then the first currency that the application can receive is used. */
  currency: z.optional(z.enum(currencies)),
  paymentRequest: z.object({ amount: typedAmount(), reference: optionalText(referenceSchema('EUR')) }),
  /** Shown to the payer. */
  customerIntentDescription: optionalText(customerIntentDescription),
  /** Shown only to the merchant. */
  merchantIntentDescription: optionalText(merchantIntentDescription),
  merchantPaymentId: pasted(optionalText(merchantPaymentId)),
  /** Lines such as `customer=C-4711`. */
  metadata: typedMetadata,
  attemptMode: z.enum(attemptModes),
  expiry: z.enum(expiries),
  /** The expiry in milliseconds, fixed when a period is chosen, so that a retry sends the same value. */
  spanEnd: z.number(),
  /** A custom expiry in the user's zone, such as `21 Nov 2026, 09:05`. */
  ownEnd: z.string(),
});
export type LinkTyped = z.input<typeof Typed>;
export type Expiry = LinkTyped['expiry'];

export const emptyLink: LinkTyped = {
  paymentRequest: { amount: '', reference: '' },
  customerIntentDescription: '',
  merchantIntentDescription: '',
  merchantPaymentId: '',
  metadata: '',
  attemptMode: 'ALLOW_MULTIPLE_ATTEMPTS',
  expiry: 'NEVER',
  spanEnd: 0,
  ownEnd: '',
};

interface LinkContext {
  applicationId: string;
  /** The currency if none was chosen. */
  currency: Currency;
  limit?: AmountLimit | undefined;
  /** Whether the deployment takes metadata. */
  takesMetadata?: boolean;
  /** 'UTC', or the IANA name of the device's own zone. */
  zone: string;
  /** Milliseconds. */
  readNow: () => number;
}

/** Parses the form into the request, with the amount in minor units. */
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
      ...(link.takesMetadata === true && read.metadata !== null && { metadata: read.metadata }),
      attemptMode: read.attemptMode,
      expiresAtUtc: endsAt === null ? null : toWireTime(endsAt),
    })),
  );
};

function endFault(endsAt: number | null, now: number): string | undefined {
  if (Number.isNaN(endsAt)) return 'Enter a date and a time such as 21 Nov 2026, 17:00.';
  return endsAt !== null && endsAt <= now ? 'Choose a time in the future.' : undefined;
}

/** Milliseconds, null for never, NaN for an invalid time. */
export function expiryTime(
  { expiry, spanEnd, ownEnd }: Pick<LinkTyped, 'expiry' | 'spanEnd' | 'ownEnd'>,
  zone: string,
): number | null {
  if (expiry === 'NEVER') return null;
  if (expiry !== 'OWN') return spanEnd;
  return Date.parse(`${parseDayAndTime(ownEnd) ?? ''}${zone === 'UTC' ? 'Z' : ''}`);
}
