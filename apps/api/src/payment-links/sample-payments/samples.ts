import type { Currency } from '@volume/contract/money/money.ts';

export interface Sample {
  /** The currency if the application can receive it; otherwise the payment is made in the other one. */
  currency: Currency;
  /** Minor units; the pennies decide how the simulated bank and account provider treat it (`outcomeOf`). */
  amount: number;
  payer: string;
  /** False for a payer who cancels at the bank. */
  isApproved: boolean;
}

const paid = (currency: Currency, amount: number, payer: string): Sample => ({
  currency,
  amount,
  payer,
  isApproved: true,
});

/** One batch: fourteen are paid, three are rejected by the bank, two are held for review, and one payer cancels. */
export const samples: readonly Sample[] = [
  paid('GBP', 24_90, 'Amelia Hughes'),
  paid('GBP', 8_40, 'Oliver Reid'),
  paid('EUR', 32_00, 'Niamh Byrne'),
  paid('GBP', 112_50, 'Priya Nair'),
  paid('GBP', 19_13, 'Jack Turner'),
  paid('EUR', 64_25, 'Lukas Weber'),
  paid('GBP', 45_00, 'Isla Campbell'),
  { ...paid('GBP', 15_75, 'Harry Walsh'), isApproved: false },
  paid('GBP', 248_00, 'Grace Okafor'),
  paid('EUR', 18_90, 'Camille Laurent'),
  paid('GBP', 67_17, 'Thomas Price'),
  paid('GBP', 5_60, 'Zoe Bennett'),
  paid('GBP', 31_14, 'Callum Stewart'),
  paid('EUR', 149_00, 'Sofia Russo'),
  paid('GBP', 88_20, 'Ruby Collins'),
  paid('GBP', 12_00, 'Mohammed Aziz'),
  paid('GBP', 54_18, 'Freya Lloyd'),
  paid('EUR', 27_15, 'Jonas Keller'),
  paid('GBP', 73_35, 'Leo Morgan'),
  paid('GBP', 39_99, 'Hannah Doyle'),
];
