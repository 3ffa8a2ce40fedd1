import type { ScenarioName } from '@volume/contract/payment-links/scenarios.ts';

export interface ScenarioPlan {
  /** Minor units of the payment; the pennies select its course (`outcomeOf`). */
  amount: number;
  payer: string;
  /** The step after the payment is settled: a refund of all of it, a payout of this amount, or its events once more. */
  afterwards: null | 'REFUND' | { payOut: number } | 'SEND_AGAIN';
}

const payment = (amount: number, payer: string): ScenarioPlan => ({ amount, payer, afterwards: null });

/** A refund or payout of this amount fails after the provider has accepted it (`sandboxHabits`). */
const failing = 66_02;

/** Every scenario begins with a payment, so that there is money for the next step. */
export const scenarioPlans: Record<ScenarioName, ScenarioPlan> = {
  paid: payment(24_90, 'Amelia Hughes'),
  declined: payment(19_13, 'Jack Turner'),
  held: payment(67_17, 'Thomas Price'),
  returned: payment(54_18, 'Freya Lloyd'),
  'refund-failed': { ...payment(failing, 'Grace Okafor'), afterwards: 'REFUND' },
  'payout-failed': { ...payment(80_00, 'Priya Nair'), afterwards: { payOut: failing } },
  'late-settlement': payment(31_19, 'Callum Stewart'),
  'duplicate-delivery': { ...payment(45_00, 'Isla Campbell'), afterwards: 'SEND_AGAIN' },
};
