import type { Calls } from '@volume/client';

type Scenario = Calls['playScenario']['input']['body']['scenario'];

/** A scenario of the API that is missing here, or one that it does not have, does not compile. */
const scenarios: Record<Scenario, true> = {
  paid: true,
  declined: true,
  held: true,
  returned: true,
  'refund-failed': true,
  'payout-failed': true,
  'late-settlement': true,
  'duplicate-delivery': true,
};
export const scenarioNames = Object.keys(scenarios);

export const isScenario = (text: string): text is Scenario => Object.hasOwn(scenarios, text);
