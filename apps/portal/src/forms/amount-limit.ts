import { useQuery } from '@tanstack/react-query';
import { findLargestAmount } from '@volume/contract/portal/capabilities.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { type AmountLimit, parseAmount } from './typed.ts';

/** The error for an amount above the limit; undefined when there is none. */
export function overLimit(
  typed: string,
  currency: string | undefined,
  limit: AmountLimit | undefined,
): string | undefined {
  const minor = parseAmount(typed, currency);
  return limit !== undefined && minor !== undefined && minor > limit.most ? limit.tooMuch(minor) : undefined;
}

export const lowestLimit = (...limits: (AmountLimit | undefined)[]): AmountLimit | undefined =>
  limits.filter((limit) => limit !== undefined).toSorted((one, other) => one.most - other.most)[0];

/** A limit on available money, in minor units. The message names the excess, then `because`. */
export const limitOf = (most: number, currency: string, because: string): AmountLimit => ({
  most,
  tooMuch: (minor) => `${formatMoney(minor - most, currency)} too much. ${because}`,
  isOffered: true,
});

/** The limit for the available amount, in minor units; undefined if that is unknown. */
export const availableLimit = (available: number | undefined, currency: string): AmountLimit | undefined =>
  available === undefined
    ? undefined
    : limitOf(available, currency, `${formatMoney(available, currency)} is available.`);

/** The deployment's maximum amount, by currency; undefined if it has none. */
export function useLargestLimit(): (currency: string) => AmountLimit | undefined {
  const { data } = useQuery(capabilitiesQuery());
  const most = data && findLargestAmount(data);
  return (currency) =>
    most === undefined
      ? undefined
      : { most, tooMuch: () => `Must be at most ${formatMoney(most, currency)}.`, isOffered: false };
}
