import { type Application, deriveApplication } from '@volume/contract/merchants/merchants.ts';
import type { MerchantHealth, SetUpGap } from '@volume/contract/merchants/health.ts';
import { titleCase } from '#design/text/format-text.ts';

type Derived = ReturnType<typeof deriveApplication>;

/** The currencies that these applications have accounts in: `GBP, EUR`; empty for none. */
export function currenciesOf(applications: readonly Application[]): string {
  const derived = applications.map(deriveApplication);
  return currencyList(derived, 'hasGBP', 'hasEUR');
}

/** The same for the application's default virtual accounts. */
export function virtualDefaultsOf(application: Application): string {
  return currencyList([deriveApplication(application)], 'hasGBPForDefaultVirtual', 'hasEURForDefaultVirtual');
}

function currencyList(derived: readonly Derived[], gbp: keyof Derived, eur: keyof Derived): string {
  const has = (name: keyof Derived) => derived.some((each) => each[name] === true);
  return [has(gbp) && 'GBP', has(eur) && 'EUR'].filter(Boolean).join(', ');
}

const fee = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });

/** A fee in percent: `1.2%`; '–' when it is not a finite number. */
export function formatFee(percentage: number): string {
  return Number.isFinite(percentage) ? `${fee.format(percentage)}%` : '–';
}

const gaps = new Map<string, { short: string; sentence: string }>(
  Object.entries({
    NO_ADMINISTRATOR: { short: 'No administrator', sentence: 'No one can manage its users' },
    NO_APPLICATION: { short: 'No application', sentence: 'Without an application it cannot take payments' },
    NO_ACCOUNT: { short: 'No account', sentence: 'No pay-in account' },
    NO_CALLBACK: { short: 'No callback', sentence: 'Payers are not sent back to the merchant' },
    NO_PAYMENT_WEBHOOK: { short: 'No webhook', sentence: 'The merchant gets no webhook when a payment completes' },
    NO_PAYOUT_BENEFICIARY: { short: 'No beneficiary', sentence: 'A virtual account has no beneficiary to pay out to' },
  } satisfies Record<SetUpGap, { short: string; sentence: string }>),
);

/** The short name of a gap; unknown ones follow the label rule (§9 Labels). */
export const gapName = (gap: string): string => gaps.get(gap)?.short ?? titleCase(gap);

export const gapSentence = (gap: string): string => gaps.get(gap)?.sentence ?? titleCase(gap);

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

/** The share of finished pay-ins that failed: `3.4%`; undefined when there were none. */
export function failedShareText({ payments30Days, failedShare }: MerchantHealth): string | undefined {
  return payments30Days === 0 ? undefined : percent.format(failedShare);
}
