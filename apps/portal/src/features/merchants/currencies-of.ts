import { type Application, deriveApplication } from '@volume/contract/merchants.ts';

type Derived = ReturnType<typeof deriveApplication>;

/** The currencies one of these applications has an account in: `GBP, EUR`; empty for none. */
export function currenciesOf(applications: readonly Application[]): string {
  const derived = applications.map(deriveApplication);
  return currencyList(derived, 'hasGBP', 'hasEUR');
}

/** The same for default virtual accounts. */
export function virtualDefaultsOf(application: Application): string {
  return currencyList([deriveApplication(application)], 'hasGBPForDefaultVirtual', 'hasEURForDefaultVirtual');
}

function currencyList(derived: readonly Derived[], gbp: keyof Derived, eur: keyof Derived): string {
  const has = (name: keyof Derived) => derived.some((each) => each[name] === true);
  return [has(gbp) && 'GBP', has(eur) && 'EUR'].filter(Boolean).join(', ');
}
