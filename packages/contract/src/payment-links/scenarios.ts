import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams } from '@volume/contract/ids.ts';
import { Amount } from '@volume/contract/money/money.ts';
import { eventTypes, type EventType } from '@volume/contract/webhooks/events.ts';

/** Scenarios an hour and application. */
export const scenariosAnHour = 60;

const paid = ['payment.completed', 'payment.settled'] as const;

/** The courses that the simulated provider can play, with the events that follow, in this order. */
export const scenarios = {
  paid: paid,
  declined: ['payment.failed'],
  held: [...paid, 'payment.held', 'payment.released'],
  returned: [...paid, 'payment.held', 'payment.returned'],
  'refund-failed': [...paid, 'refund.in_progress', 'refund.failed'],
  'payout-failed': [...paid, 'payout.in_progress', 'payout.failed'],
  'late-settlement': paid,
  'duplicate-delivery': paid,
} as const satisfies Record<string, readonly EventType[]>;
export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as [ScenarioName, ...ScenarioName[]];

/** Only where providers are simulated. */
export const playScenario = endpoint({
  name: 'playScenario',
  summary: 'Make a payment that takes a named course at the simulated provider',
  origin: 'ours',
  method: 'POST',
  path: 'merchants/{merchantId}/applications/{applicationId}/scenarios',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write', apiKeys: 'TOOL' },
  params: ApplicationParams,
  body: z.strictObject({ scenario: z.enum(scenarioNames) }),
  response: z.object({
    scenario: z.string(),
    /** The reference of the payment that is made, also in the events about it. */
    merchantPaymentId: z.string(),
    paymentIntentId: z.string(),
    amount: Amount,
    currency: z.string(),
    /** The events to expect, in this order. */
    eventTypes: z.array(z.enum(eventTypes)),
  }),
});
