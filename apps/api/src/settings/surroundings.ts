import type { EnvironmentLabel } from '@volume/contract/environment.ts';
import type { AppSettings } from '#http/services.ts';
import { type Variables, wholeNumber } from './variables.ts';

/** Payments of the sample world: a deployment has none, since its passwords are public. */
export function samplePaymentsOf(variables: Variables, isLocal: boolean): number {
  const name = 'SAMPLE_PAYMENTS';
  const payments = wholeNumber(variables, name, { given: isLocal ? 100_000 : 0, least: 0, most: 100_000_000 });
  if (isLocal || payments === 0) return payments;
  throw new Error(
    `The setting ${name} asks for the sample world, whose passwords are public: with LOCAL=false leave it out.`,
  );
}

/** Who moves money. No real account provider is connected yet: a deployment under the label Live has none. */
export function providerOf(label: EnvironmentLabel, isLocal: boolean): AppSettings['provider'] {
  return isLocal || label !== 'Live' ? 'SIMULATED' : 'NONE';
}
