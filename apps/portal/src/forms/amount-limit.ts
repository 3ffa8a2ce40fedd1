import { useQuery } from '@tanstack/react-query';
import { findLargestAmount } from '@volume/contract/capabilities.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { type AmountLimit, parseAmount } from './typed.ts';

/** Why the amount typed is too large; undefined when it is not. */
export function overLimit(
  typed: string,
  currency: string | undefined,
  limit: AmountLimit | undefined,
): string | undefined {
  const minor = parseAmount(typed, currency);
  return limit !== undefined && minor !== undefined && minor > limit.most ? limit.tooMuch(minor) : undefined;
}

/** The lowest of several limits. */
export const lowestLimit = (...limits: (AmountLimit | undefined)[]): AmountLimit | undefined =>
  limits.filter((limit) => limit !== undefined).toSorted((one, other) => one.most - other.most)[0];

/** A limit of money that is there, minor units: the sentence names the excess, and what there is. */
export const limitOf = (most: number, currency: string, because: string): AmountLimit => ({
  most,
  tooMuch: (minor) => `${formatMoney(minor - most, currency)} too much. ${because}`,
  isOffered: true,
});

/** The limit of what is available, in minor units; undefined where that is not known. */
export const availableLimit = (available: number | undefined, currency: string): AmountLimit | undefined =>
  available === undefined
    ? undefined
    : limitOf(available, currency, `${formatMoney(available, currency)} is available.`);

/** The limit of every amount in this deployment, by currency; undefined where it names none. */
export function useLargestLimit(): (currency: string) => AmountLimit | undefined {
  const { data } = useQuery(capabilitiesQuery());
  const most = data && findLargestAmount(data);
  return (currency) =>
    most === undefined
      ? undefined
      : { most, tooMuch: () => `Must be at most ${formatMoney(most, currency)}.`, isOffered: false };
}
