import type { ProviderOrder, ProviderRefusal, ReportedOrder } from '#providers/port.ts';

/** A status of an order at the provider, with seconds since it was accepted. */
interface CourseStep {
  status: ReportedOrder['status'];
  afterSeconds: number;
  description?: string;
}

/** The statuses of one order, with times fixed when it was accepted. */
export type Course = readonly { status: ReportedOrder['status']; at: string; description: string | null }[];

export interface Habits {
  /** Result of submitting: accepted, refused, accepted without a response, or lost the first time. */
  answer: 'TAKES' | 'LOSES_ANSWER' | 'LOSES_ORDER' | ProviderRefusal;
  course: readonly CourseStep[];
  tells: 'ONCE' | 'TWICE' | 'LATE' | 'OUT_OF_ORDER' | 'NEVER';
}

const processed: CourseStep = { status: 'PROCESSED', afterSeconds: 3 };
/** The usual order: accepted, processed after three seconds, reported once. */
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

/** Amounts (minor units) with a special result, so that users can try them out; others are usual. */
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

/** The sandbox's behaviour depends only on the amount, so that the same order always has the same result. */
export function sandboxHabits({ amount }: Pick<ProviderOrder, 'amount'>): Habits {
  return { ...usualHabits, ...byAmount[amount] };
}
