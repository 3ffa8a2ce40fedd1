import type { AppSettings } from '#core/services.ts';
import { type Variables, wholeNumber } from './variables.ts';

/** What one caller, account or address may do in a time, and what money needs (contract §8, §10). */
export function readLimits(variables: Variables) {
  return {
    callsPerSecond: wholeNumber(variables, 'CALLS_PER_SECOND', { given: 100, least: 1, most: 1_000_000 }),
    signInsPerMinute: wholeNumber(variables, 'SIGN_INS_PER_MINUTE', { given: 10, least: 1, most: 1_000_000 }),
    failedSignInsPerAddress: wholeNumber(variables, 'FAILED_SIGN_INS_PER_ADDRESS', {
      given: 30,
      least: 1,
      most: 1_000_000,
    }),
    invitationsPerDay: wholeNumber(variables, 'INVITATIONS_PER_DAY', { given: 20, least: 0, most: 1_000_000 }),
    signUpsPerHour: wholeNumber(variables, 'SIGN_UPS_PER_HOUR', { given: 5, least: 0, most: 1_000_000 }),
    stepUpAbove: 100 * wholeNumber(variables, 'STEP_UP_ABOVE', { given: 1000, least: 0, most: 999_999_999 }),
    largestAmount: 100 * wholeNumber(variables, 'LARGEST_AMOUNT', { given: 1_000_000, least: 1, most: 100_000_000 }),
  } satisfies Partial<AppSettings>;
}
