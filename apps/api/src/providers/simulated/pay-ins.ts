import type { PayInStep } from '#providers/port.ts';

/** How the simulated bank and account provider treat a pay-in that its payer has approved. */
interface Outcome {
  /** Why the bank rejects it; null when it pays. */
  failure: string | null;
  /** The outcome after its account provider has held it; null when it is not held. */
  held: 'RELEASED' | 'RETURNED' | null;
  /** Milliseconds between the arrival of the money and its settlement. */
  settlesIn: number;
}

const usual: Outcome = { failure: null, held: null, settlesIn: 3_000 };

/** Outcomes by the pennies of the amount, so that users can try them; all other amounts are paid. */
const byPennies: Readonly<Record<number, Outcome>> = {
  13: { ...usual, failure: 'Insufficient funds in the payer account' },
  14: { ...usual, failure: 'Daily limit of the payer account exceeded' },
  15: { ...usual, failure: 'The bank rejected the payment without giving a reason' },
  17: { ...usual, held: 'RELEASED' },
  18: { ...usual, held: 'RETURNED' },
  19: { ...usual, settlesIn: 60_000 },
};

/** Depends only on the amount (minor units), so that the same pay-in always has the same outcome. */
export function outcomeOf({ amount }: { amount: number }): Outcome {
  return byPennies[amount % 100] ?? usual;
}

const step = (status: PayInStep['status'], rest: Partial<PayInStep> = {}): PayInStep => ({
  status,
  hold: null,
  description: null,
  nextIn: null,
  ...rest,
});

/** The first step after the approval: the bank is sending the payment. */
export const firstStep = (): PayInStep => step('PENDING', { nextIn: 2_000 });

/** The steps depend only on the amount and the last step, so nothing has to be stored. */
export function stepAfter(
  payIn: { amount: number },
  { status, hold }: Pick<PayInStep, 'status' | 'hold'>,
): PayInStep | null {
  const { failure, held, settlesIn } = outcomeOf(payIn);
  if (status === 'PENDING')
    return failure === null ? step('COMPLETED', { nextIn: settlesIn }) : step('FAILED', { description: failure });
  if (status === 'COMPLETED') return held ? step('SETTLED', { hold: 'HELD', nextIn: 45_000 }) : step('SETTLED');
  return hold === 'HELD' && held ? step('SETTLED', { hold: held }) : null;
}
