import type { Currency } from '@volume/contract/money.ts';
import type { AttemptMode, PaymentLinkRequest } from '@volume/contract/payment-intents.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { parseAmount } from '#design/forms/parse-amount.ts';

/** What was typed into the form, as it was typed. */
export interface LinkDraft {
  amount: string;
  currency: Currency;
  reference: string;
  /** Read by the payer. */
  description: string;
  /** Read by the merchant alone. */
  note: string;
  order: string;
  attemptMode: AttemptMode;
  expiry: Expiry;
  /** When the link is over: milliseconds once a span was chosen, so that a second sending says the same. */
  spanEnd: number;
  /** `2026-11-21T09:05` in the person's zone, for a time of one's own. */
  ownEnd: string;
}

export type Expiry = 'NEVER' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'OWN';
export type DraftErrors = Partial<Record<keyof LinkDraft, string>>;

export const spans: Record<Exclude<Expiry, 'NEVER' | 'OWN'>, number> = {
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 7 * 86_400_000,
  MONTH: 30 * 86_400_000,
};

/** Longest texts the contract takes; a GBP reference must fit a bank's 18 characters. */
const longest = { description: 200, note: 200, order: 64 } as const;
export const longestReference: Record<Currency, number> = { GBP: 18, EUR: 140 };

export const emptyDraft = (currency: Currency): LinkDraft => ({
  amount: '',
  currency,
  reference: '',
  description: '',
  note: '',
  order: '',
  attemptMode: 'ALLOW_MULTIPLE_ATTEMPTS',
  expiry: 'NEVER',
  spanEnd: 0,
  ownEnd: '',
});

/** The request of a draft, or what is wrong with it. `now` in milliseconds; `zone` an IANA name or 'UTC', as the device's own. */
export function readDraft(
  draft: LinkDraft,
  { applicationId, now, zone }: { applicationId: string; now: number; zone: string },
): { request: PaymentLinkRequest } | { errors: DraftErrors } {
  const amount = parseAmount(draft.amount);
  const endsAt = endOf(draft, zone);
  const errors = findErrors(draft, { amount, endsAt, now });
  if (amount === undefined || Object.keys(errors).length > 0) return { errors };
  const reference = draft.reference.trim();
  return {
    request: {
      applicationId,
      customerIntentDescription: draft.description.trim() || null,
      merchantIntentDescription: draft.note.trim() || null,
      merchantPaymentId: draft.order.trim() || null,
      paymentRequest:
        draft.currency === 'GBP'
          ? { currency: 'GBP', amount, reference }
          : { currency: 'EUR', amount, reference: reference || null },
      attemptMode: draft.attemptMode,
      expiresAtUtc: endsAt === null ? null : toWireTime(endsAt),
    },
  };
}

interface Read {
  amount: number | undefined;
  endsAt: number | null;
  now: number;
}

function findErrors(draft: LinkDraft, { amount, endsAt, now }: Read): DraftErrors {
  const errors: DraftErrors = {};
  if (amount === undefined) errors.amount = 'Enter an amount such as 12.50.';
  else if (amount <= 0) errors.amount = 'Must be at least 0.01.';
  const most = { ...longest, reference: longestReference[draft.currency] };
  for (const name of ['reference', 'description', 'note', 'order'] as const) {
    const length = draft[name].trim().length;
    if (length > most[name]) errors[name] = `Use ${most[name]} characters or fewer (currently ${length}).`;
  }
  const field = draft.expiry === 'OWN' ? 'ownEnd' : 'expiry';
  if (Number.isNaN(endsAt)) errors[field] = 'Enter a date and a time.';
  else if (endsAt !== null && endsAt <= now) errors[field] = 'Choose a time in the future.';
  return errors;
}

/** Milliseconds, null for never, NaN for what is no time. */
export function endOf({ expiry, spanEnd, ownEnd }: LinkDraft, zone: string): number | null {
  if (expiry === 'NEVER') return null;
  return expiry === 'OWN' ? Date.parse(zone === 'UTC' ? `${ownEnd}Z` : ownEnd) : spanEnd;
}
