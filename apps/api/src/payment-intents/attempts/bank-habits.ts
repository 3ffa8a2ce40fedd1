/** What a simulated bank and account provider make of a payment that its payer has approved. */
export type Fate = {
  /** Why the bank rejects it after all; null when it pays. */
  failure: string | null;
  /** What becomes of it when its account provider holds it; null when it is not held. */
  held: 'RELEASED' | 'RETURNED' | null;
};

const usual: Fate = { failure: null, held: null };

/** Amounts by their pennies, so that people can see what may happen; all others are paid. */
const byPennies: Readonly<Record<number, Fate>> = {
  13: { ...usual, failure: 'Insufficient funds in the payer account' },
  14: { ...usual, failure: 'Daily limit of the payer account exceeded' },
  15: { ...usual, failure: 'The bank rejected the payment without giving a reason' },
  17: { ...usual, held: 'RELEASED' },
  18: { ...usual, held: 'RETURNED' },
};

/** The sandbox's habits follow from the amount alone (minor units): the same payment always meets the same fate. */
export function fateOf({ amount }: { amount: number }): Fate {
  return byPennies[amount % 100] ?? usual;
}
