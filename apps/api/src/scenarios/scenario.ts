import { type ScenarioName, scenarioNames } from '@volume/contract/payment-links/scenarios.ts';
import type { Caller } from '#core/tenant.ts';
import type { DueWork } from '#queue/worker.ts';
import type { Bank } from '#payment-links/sample-payments/play-payment.ts';
import type { Currency } from '@volume/contract/money/money.ts';

export const scenarioKind = 'SCENARIO';

/** The state of a running scenario, stored in its job. */
export interface Played {
  merchantId: string;
  /** Also the id of its payment intent. */
  scenarioId: string;
  applicationId: string;
  name: ScenarioName;
  currency: Currency;
  bank: Bank;
  /** The user who counts as the maker of the refund or payout. */
  by: Pick<Caller, 'kind' | 'userAccountId' | 'email' | 'apiKey'>;
  startedAt: Date;
}

type Payload = Omit<Played, 'merchantId' | 'scenarioId' | 'startedAt'> & { startedAt: string };

export const payloadOf = ({ merchantId: _merchantId, scenarioId: _scenarioId, ...rest }: Played) => ({
  ...rest,
  startedAt: rest.startedAt.toISOString(),
});

export function playedOf({ merchantId, objectId, payload }: DueWork): Played {
  const { startedAt, ...rest } = payload as unknown as Payload;
  if (merchantId === null || objectId === null || !scenarioNames.includes(rest.name))
    throw new Error('A scenario needs its merchant, id and name.');
  return { merchantId, scenarioId: objectId, ...rest, startedAt: new Date(startedAt) };
}

/** The end of the id in capitals, which the payment and the payout show. */
export const shortIdOf = ({ scenarioId }: Pick<Played, 'scenarioId'>): string => scenarioId.slice(-8).toUpperCase();

/** Begins like the id of a sample payment if there are sample payments. */
export const merchantPaymentIdOf = (played: Pick<Played, 'scenarioId' | 'name'>, isSandbox: boolean): string =>
  `${isSandbox ? 'SAMPLE' : 'SCENARIO'}-${played.name.toUpperCase()}-${shortIdOf(played)}`;
