import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Message } from '#providers/gateway/messages.ts';
import { jobsAtOnce, type PayInDecision, type ReportDecision } from '#providers/port.ts';
import { enqueueOrderUpdate } from '#providers/updates.ts';
import type { Worker } from '#queue/worker.ts';
import { findMerchantOfAccount, findObject } from './order-merchants.ts';
import { messageJob, readMessage } from './store-message.ts';

interface PayInName {
  merchantId: string;
  paymentId: string;
}

/** The jobs for a pay-in. Each can run again at any time, and then changes nothing. */
export interface PayInEffects {
  /** Applies the payer's decision; the simulated bank's page calls the same. */
  decide: (services: Services, name: PayInName, decision: PayInDecision) => ReturnType<ReportDecision>;
  /** Asks the provider for the next step now; returns when the step after it can be requested. */
  askNow: (services: Services, name: PayInName) => Promise<void | { againAt: Date }>;
}

/** The class names of the errors, because the list of failed jobs shows them. */
class UnknownReference extends Error {
  override name = 'UnknownReference';
}

/**
 * Applies a message from the gateway. Its object is found by our own id. An unknown id fails the job, which is retried, because a
 * message can overtake our own commit, and administrators see it among the failed jobs.
 */
export function createMessageWorker(payIns: PayInEffects): Worker {
  return {
    kind: messageJob,
    concurrency: jobsAtOnce,
    run: async (services, { payload }) => {
      const message = await readMessage(services, String(payload['messageId']));
      return message.type === 'order-changed' ? changeOrder(services, message) : changePayIn(services, payIns, message);
    },
  };
}

type PayInMessage = Exclude<Message, { type: 'order-changed' }>;

async function changePayIn(services: Services, payIns: PayInEffects, message: PayInMessage) {
  const { paymentId } = message;
  const found = await findObject(services.database, paymentId);
  if (found?.kind !== 'PAYMENT') throw new UnknownReference(`No payment has the id ${paymentId}.`);
  const name = { merchantId: found.merchantId, paymentId };
  if (message.type === 'pay-in-changed') return payIns.askNow(services, name);
  const reported = await payIns.decide(services, name, decisionOf(message));
  // The payment has failed on our side. Only the provider knows whether the bank paid it in spite of that.
  return reported !== 'TAKEN' && message.type === 'pay-in-approved' ? payIns.askNow(services, name) : undefined;
}

function decisionOf(message: Exclude<PayInMessage, { type: 'pay-in-changed' }>): PayInDecision {
  if (message.type === 'pay-in-declined') return { isApproved: false };
  const { name, accountNumber = null, sortCode = null, iban = null } = message.payer;
  return { isApproved: true, payer: { name, accountNumber, sortCode, iban } };
}

type OrderMessage = Extract<Message, { type: 'order-changed' }>;

/** An order that we do not know becomes an exception of the merchant whose account it names. */
async function changeOrder({ database, clock, random }: Services, message: OrderMessage): Promise<void> {
  const { orderId, kind, status, description = null, provider, payInAccountId, amount, currency } = message;
  const found = await findObject(database, orderId);
  // Under the other kind it would become an order that our books do not have, and be booked once more.
  const merchantId = found
    ? found.kind === kind && found.merchantId
    : payInAccountId != null && (await findMerchantOfAccount(database, payInAccountId));
  if (!merchantId) throw new UnknownReference(`No ${kind.toLowerCase()} has the id ${orderId}.`);
  const known = {
    ...(provider && { provider }),
    ...(payInAccountId != null && { payInAccountId }),
    ...(amount != null && { amount }),
    ...(currency && { currency }),
  };
  const { at, newId } = writeContext({ clock, random });
  await enqueueOrderUpdate(database, newId, { kind, merchantId, orderId }, { at, status, description, known });
}
