import { sayAmount } from '@volume/contract/money/money.ts';
import { makePayout as endpoint } from '@volume/contract/payouts/payouts.ts';
import { type Call, handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { countMovedMoney, lockMovedMoney } from '#core/step-up/moved-money.ts';
import { holdWithinLimit, requireAmountMoves } from '#core/refuse-money.ts';
import { isProved, requireStepUpAbove, stepUpRequired } from '#core/step-up/require-step-up.ts';
import { showApprovals } from '#orders/approvals/approval-row.ts';
import { requesterOf } from '#orders/approvals/exclusions.ts';
import { lockOrders } from '#orders/approvals/recipient-sums.ts';
import { findPayoutAccount, refuseLongReference, resolveDestination } from './payout-account.ts';
import { toPayout } from './payout-row.ts';
import { reservePayout } from './reserve-payout.ts';

/**
 * Pays out of a virtual account (contract §2, §4): reserves the money, and a job submits the payout to its account
 * provider after the commit.
 * Needs a step-up for a new beneficiary, and above the limit, on its own or together with other payouts of 24 hours; a
 * key can only pay the default beneficiary. Above the merchant's threshold it waits for a second person. 422 above the
 * available balance.
 */
export const makePayout = handle(endpoint, async (call) => {
  const { params, body, caller, services } = call;
  const { merchantId } = params;
  const check = () => requireAmountMoves(services, { merchantId, field: 'amount', amount: body.amount });
  const isSure = await isProved(call);
  const before = () => findRecipient(call, isSure);
  return withIdempotency(call, { endpoint, merchantId, check, before }, async (queries, prepared) => {
    const { amount } = body;
    if (!isSure) await lockMovedMoney(queries, call, merchantId);
    await lockOrders(queries, merchantId);
    const context = await holdWithinLimit(queries, services, { merchantId, field: 'amount', amount });
    const made = {
      ...prepared,
      amount,
      reference: body.reference ?? null,
      initiatedBy: caller.email,
      requester: requesterOf(caller),
      slot: null,
      traceId: call.request.traceId,
    };
    const reserved = await reservePayout(queries, services, context, made);
    if (!reserved) throw new Error('A payout without a slot was taken for one with it.');
    const { row, approval } = reserved;
    const { payout_payment_id: payoutPaymentId } = row;
    const moved = {
      merchantId,
      movementId: payoutPaymentId,
      amount,
      currency: prepared.account.currency,
      at: context.at,
    };
    await countMovedMoney(queries, call, { ...moved, isSure });
    const { name: to, accountNumber, iban } = prepared.destination;
    const waits = approval ? ', awaiting approval' : '';
    const detail = `${sayAmount(body.amount, prepared.account.currency)} to ${to ?? accountNumber ?? iban}${waits}`;
    await recordActivity(queries, call, { ...params, action: 'PAYOUT_MADE', subject: payoutPaymentId, detail });
    const [shown] = await showApprovals(queries, { merchantId, now: context.at }, approval ? [approval] : []);
    return shown ? { ...toPayout(row), approval: shown } : toPayout(row);
  });
});

/** The account and the beneficiary to pay out to, which this caller may pay. */
async function findRecipient(call: Call<typeof endpoint>, isSure: boolean) {
  const { params, body, caller, services } = call;
  await requireStepUpAbove(call, body.amount);
  const account = await findPayoutAccount(services.database, { ...params, payInAccountId: body.payInAccountId });
  refuseLongReference(account, body.reference);
  const { destination, isCooling } = await resolveDestination(services, account, body.beneficiaryId ?? null);
  if (caller.apiKey && destination.id !== account.defaultBeneficiaryId) {
    throw new Problem(
      403,
      'An application key pays out to the account’s default beneficiary only. No money was moved.',
      { code: 'DEFAULT_BENEFICIARY_ONLY' },
    );
  }
  if (isCooling && !isSure) throw stepUpRequired();
  return { account, destination };
}
