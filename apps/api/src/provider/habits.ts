import type { OrderStanding, ProviderOrder, ProviderRefusal } from '#core/account-providers.ts';

/** What an order goes through at the provider, seconds after it was taken. */
type CourseStep = { status: OrderStanding['status']; afterSeconds: number; description?: string };

/** What one order goes through, its times fixed when it was taken. */
export type Course = readonly { status: OrderStanding['status']; at: string; description: string | null }[];

/** How a simulated provider treats one order. */
export type Habits = {
  /** What submitting leads to: taken, refused, taken without an answer, or lost the first time. */
  answer: 'TAKES' | 'LOSES_ANSWER' | 'LOSES_ORDER' | ProviderRefusal;
  course: readonly CourseStep[];
  /** How its news of the course reaches us. */
  tells: 'ONCE' | 'TWICE' | 'LATE' | 'OUT_OF_ORDER' | 'NEVER';
};

const processed: CourseStep = { status: 'PROCESSED', afterSeconds: 3 };
/** The usual order: taken, processed after three seconds, told once. */
export const usualHabits: Habits = { answer: 'TAKES', course: [processed], tells: 'ONCE' };

const refusal = { code: 'BENEFICIARY_NOT_ACTIVE', message: 'The destination account cannot receive payments' };
const failed: CourseStep = {
  status: 'FAILED',
  afterSeconds: 3,
  description: 'The beneficiary account cannot be credited',
};
const held: CourseStep = {
  status: 'HELD',
  afterSeconds: 2,
  description: 'Waiting for a check at the account provider',
};
const returned: CourseStep = { status: 'RETURNED', afterSeconds: 30, description: 'Returned by the beneficiary bank' };

/** Amounts (minor units) with a habit of their own, so that people can see what a provider may do; all others are usual. */
const byAmount: Readonly<Record<number, Partial<Habits>>> = {
  6601: { answer: refusal },
  6602: { course: [failed] },
  6603: { course: [held, { ...processed, afterSeconds: 45 }] },
  6604: { course: [processed, returned] },
  6605: { answer: 'LOSES_ANSWER', tells: 'TWICE' },
  6606: { tells: 'NEVER' },
  6607: { answer: 'LOSES_ORDER' },
  6608: { course: [held, { ...processed, afterSeconds: 45 }], tells: 'OUT_OF_ORDER' },
};

/** The sandbox's habits: by the amount alone, so that the same order always meets the same fate. */
export function sandboxHabits({ amount }: Pick<ProviderOrder, 'amount'>): Habits {
  return { ...usualHabits, ...byAmount[amount] };
}
