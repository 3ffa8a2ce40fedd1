import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { AmountText, majorText } from '@volume/contract/money/money.ts';

/**
 * Which of our own endpoints this deployment supports, as `METHOD path` with every id written `{}`; `if-match` when it
 * compares versions, `traceparent` when it records traces, and its largest amount (contract §2, §9, §11).
 */
export const listCapabilities = endpoint({
  name: 'listCapabilities',
  summary: 'The calls beyond the specification that this deployment has',
  origin: 'ours',
  method: 'GET',
  path: 'capabilities',
  // The list includes the sign-in endpoints, so clients request it before anyone is signed in.
  access: { kind: 'public' },
  response: z.array(z.string()),
});

const largestAmountEntry = 'largest-amount ';

/** The entry of `capabilities` with a deployment's largest amount, given in minor units: `largest-amount 1000000.00`. */
export const sayLargestAmount = (minor: number): string => `${largestAmountEntry}${majorText(minor)}`;

/** The deployment's largest amount in minor units; undefined when it has none. */
export function findLargestAmount(capabilities: readonly string[]): number | undefined {
  const entry = capabilities.find((each) => each.startsWith(largestAmountEntry));
  return z.safeParse(AmountText, entry?.slice(largestAmountEntry.length)).data;
}
