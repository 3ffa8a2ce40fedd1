import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { AmountText, majorText } from './money.ts';

/** Which of our own calls this deployment has, as `METHOD path` with every id written `{}`, `if-match` where it compares versions, `traceparent` where it traces, and its largest amount (contract §2, §9, §11). */
export const listCapabilities = endpoint({
  name: 'listCapabilities',
  summary: 'The calls beyond the specification that this deployment has',
  origin: 'ours',
  method: 'GET',
  path: 'capabilities',
  // The calls of signing in are among them: it is asked before anybody is signed in.
  access: { kind: 'public' },
  response: z.array(z.string()),
});

const largestAmountEntry = 'largest-amount ';

/** The entry of `capabilities` that names a deployment's largest amount, in minor units: `largest-amount 1000000.00`. */
export const sayLargestAmount = (minor: number): string => `${largestAmountEntry}${majorText(minor)}`;

/** The largest amount in minor units that a deployment names; undefined where it names none. */
export function findLargestAmount(capabilities: readonly string[]): number | undefined {
  const entry = capabilities.find((each) => each.startsWith(largestAmountEntry));
  return z.safeParse(AmountText, entry?.slice(largestAmountEntry.length)).data;
}
