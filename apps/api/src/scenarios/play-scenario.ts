import { sayAmount } from '@volume/contract/money/money.ts';
import { playScenario as endpoint, scenarios, scenariosAnHour } from '@volume/contract/payment-links/scenarios.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { holdMerchantEnabled, readLargestAmount, requireMoneyMoves } from '#core/refuse-money.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { sql } from '#database/sql.ts';
import { requirePlaces } from '#payment-links/sample-payments/play-payment.ts';
import { defaultDestination, findPayoutAccount } from '#payouts/payout-account.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { addressOf } from '#webhooks/address-columns.ts';
import { merchantPaymentIdOf, payloadOf, type Played, scenarioKind } from './scenario.ts';
import { scenarioPlans } from './scenario-plans.ts';

type PlayScenario = Call<typeof endpoint>;

/**
 * Starts a scenario, which a job plays. 404 under Live; 422 where real providers are connected, or where the application lacks
 * what the scenario needs; 409 without a webhook address that could receive the same event twice; 429 beyond 60 an hour and
 * application.
 */
export const playScenario = handle(endpoint, async (call) => {
  const { params, body, services } = call;
  refuseUnlessSimulated(services);
  await requireMoneyMoves(services, params.merchantId);
  const [place] = (await requirePlaces(services.database, params, 'Scenarios need')).toSorted(
    (a, b) => Number(b.currency === 'GBP') - Number(a.currency === 'GBP'),
  );
  const [bank] = place?.banks ?? [];
  if (!place || !bank) throw new Error('A place without a bank was taken for one with it.');
  await refuseUnlessPossible(call, place.payInAccountId);
  await services.rateLimits.spend({
    key: `scenario:${params.applicationId}`,
    most: scenariosAnHour,
    seconds: 3600,
    message: `${scenariosAnHour} scenarios were played in this hour. Please try again later.`,
  });
  const { currency } = place;
  const { at, newId } = writeContext(services);
  const played = { ...params, scenarioId: newId(), name: body.scenario, currency, bank, startedAt: at };
  await start(call, played, newId);
  return {
    scenario: body.scenario,
    merchantPaymentId: merchantPaymentIdOf(played, services.settings.isSandbox),
    paymentIntentId: played.scenarioId,
    amount: scenarioPlans[body.scenario].amount,
    currency,
    eventTypes: [...scenarios[body.scenario]],
  };
});

function refuseUnlessSimulated({ settings }: Services): void {
  if (settings.isLive || settings.provider === 'NONE') throw notFound('This call');
  if (settings.provider === 'GATEWAY')
    throw new Problem(
      422,
      'Real providers are connected here, and only simulated ones play scenarios. Nothing was done.',
      { code: 'NOT_SIMULATED' },
    );
}

/** Throws the errors that would end the scenario half-way. */
async function refuseUnlessPossible({ params, body, services }: PlayScenario, payInAccountId: number): Promise<void> {
  const { database } = services;
  const { amount, afterwards } = scenarioPlans[body.scenario];
  if (amount > (await readLargestAmount(services, params.merchantId)))
    throw new Problem(422, 'This scenario needs a payment that is above the largest amount of the merchant.', {
      code: 'ABOVE_LARGEST_AMOUNT',
    });
  if (typeof afterwards === 'object' && afterwards !== null)
    await defaultDestination(database, await findPayoutAccount(database, { ...params, payInAccountId }));
  if (afterwards !== 'SEND_AGAIN') return;
  const [application] = await database.query<{ url: string | null }>(
    sql`SELECT ${addressOf(sql`'PAYMENT'`)} AS url FROM applications AS a
      WHERE merchant_id = ${params.merchantId} AND application_id = ${params.applicationId}`,
  );
  if (!application?.url)
    throw new Problem(409, 'No address is set for events about payments, so none can be sent twice.', {
      code: 'NO_WEBHOOK_ADDRESS',
    });
}

async function start(call: PlayScenario, played: Omit<Played, 'by'>, newId: () => string): Promise<void> {
  const { merchantId, applicationId, scenarioId, name, currency, startedAt: dueAt } = played;
  const { kind, userAccountId, email, apiKey } = call.caller;
  const payload = payloadOf({
    ...played,
    by: { kind, userAccountId, email, ...(apiKey && { apiKey }) } as Played['by'],
  });
  await call.services.database.transaction(async (queries) => {
    await holdMerchantEnabled(queries, merchantId);
    await enqueueWork(queries, newId, { kind: scenarioKind, merchantId, objectId: scenarioId, dueAt, payload });
    const detail = `${name}, ${sayAmount(scenarioPlans[name].amount, currency)}`;
    await recordActivity(queries, call, { merchantId, action: 'SCENARIO_PLAYED', subject: applicationId, detail });
  });
}
