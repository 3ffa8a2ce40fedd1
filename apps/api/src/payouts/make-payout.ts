import { sayAmount } from '@volume/contract/money/money.ts';
import { makePayout as endpoint } from '@volume/contract/payouts/payouts.ts';
import { handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { countMovedMoney, lockMovedMoney } from '#core/step-up/moved-money.ts';
import { holdWithinLimit, refuseTooLarge, requireMoneyMoves } from '#core/refuse-money.ts';
import { isProved, requireStepUpAbove, stepUpRequired } from '#core/step-up/require-step-up.ts';
import type { Services } from '#core/services.ts';
import { toApproval } from '#queue/approvals/approval-row.ts';
import { requesterOf } from '#queue/approvals/exclusions.ts';
import { lockOrders } from '#queue/approvals/recipient-sums.ts';
import type { OrderName } from '#queue/orders/order-keeper.ts';
import { findPayoutAccount, resolveDestination } from './payout-account.ts';
import { readPayout, submitPayout } from './payout-keeper.ts';
import { toPayout } from './payout-row.ts';
import { reservePayout } from './reserve-payout.ts';

/**
 * Pays out of a virtual account (contract §2, §4): reserves the money, then submits the payout to its account provider.
 * Needs a step-up for a new beneficiary, and above the limit, on its own or together with other payouts of 24 hours; a
 * key can only pay the default beneficiary. Above the merchant's threshold it waits for a second person. 422 above the
 * available balance; a provider's refusal gives the money back and is a 500 with its message.
 */
export const makePayout = handle(endpoint, async (call) => {
  const { params, body, caller, services } = call;
  const { merchantId } = params;
  await requireMoneyMoves(services, merchantId);
  await refuseTooLarge(services, { merchantId, field: 'amount', amount: body.amount });
  const isSure = await isProved(call);
  const before = async () => {
    await requireStepUpAbove(call, body.amount);
    const account = await findPayoutAccount(services.database, { ...params, payInAccountId: body.payInAccountId });
    const { destination, isCooling } = await resolveDestination(services, account, body.beneficiaryId ?? null);
    if (caller.apiKey && destination.id !== account.defaultBeneficiaryId) {
      throw new Problem(
        403,
        'An application key pays out to the account’s default beneficiary only. No money was moved.',
      );
    }
    if (isCooling && !isSure) throw stepUpRequired();
    return { account, destination };
  };
  return withIdempotency(call, { endpoint, merchantId, before }, async (queries, prepared) => {
    const { amount } = body;
    if (!isSure) await lockMovedMoney(queries, call, merchantId);
    await lockOrders(queries, merchantId);
    const context = await holdWithinLimit(queries, services, { merchantId, field: 'amount', amount });
    const made = { ...prepared, amount, initiatedBy: caller.email, requester: requesterOf(caller), slot: null };
    const reserved = await reservePayout(queries, services, context, made);
    if (!reserved) throw new Error('A payout without a slot was taken for one with it.');
    const { row, approval } = reserved;
    const name = { merchantId, orderId: row.payout_payment_id };
    const moved = { merchantId, movementId: name.orderId, amount, currency: prepared.account.currency, at: context.at };
    await countMovedMoney(queries, call, { ...moved, isSure });
    const { name: to, accountNumber, iban } = prepared.destination;
    const waits = approval ? ', waits for approval' : '';
    const detail = `${sayAmount(body.amount, prepared.account.currency)} to ${to ?? accountNumber ?? iban}${waits}`;
    await recordActivity(queries, call, { ...params, action: 'PAYOUT_MADE', subject: name.orderId, detail });
    if (approval) return { answer: { ...toPayout(row), approval: toApproval(approval) } };
    return { answer: toPayout(row), finish: () => submit(services, name) };
  });
});

async function submit(services: Services, name: OrderName) {
  await submitPayout(services, name);
  return toPayout(await readPayout(services, name));
}
