import { cancelPaymentLink as endpoint } from '@volume/contract/payment-links/payment-links.ts';
import { sayAmount } from '@volume/contract/money/money.ts';
import { findObjectOwner } from '#core/tenant.ts';
import { handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import { recordFeedEvent } from '#ledger/record-event.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import {
  type PaymentLinkKey,
  type PaymentLinkRow,
  isOverAt,
  lockPaymentLink,
  toPaymentLink,
} from './payment-link-row.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { Worker } from '#queue/worker.ts';

/**
 * Cancels a payment link, which then is EXPIRED; 409 when it has ended already or its money is on its way (contract
 * §2).
 */
export const cancelPaymentLink = handle(endpoint, async (call) => {
  const { params, caller, services, request } = call;
  const { database, clock } = services;
  const merchantId = await findObjectOwner(database, caller, params.paymentIntentId);
  if (merchantId === null) throw notFound('This payment intent');
  return database.transaction(async (queries) => {
    const now = clock.now();
    const paymentLink = await lockPaymentLink(queries, { merchantId, ...params }, now);
    if (!paymentLink) throw notFound('This payment intent');
    refuseUnlessOpen(paymentLink);
    await queries.query(
      sql`UPDATE payment_intents SET status = 'EXPIRED', updated_at = ${now}, cancelled_by = ${caller.email}
        WHERE merchant_id = ${merchantId} AND payment_intent_id = ${params.paymentIntentId}`,
    );
    queries.announce?.({ kind: 'payment-intents', merchantId });
    const { applicationId, paymentIntentId: objectId } = paymentLink;
    const event = { merchantId, applicationId, type: 'payment_link.cancelled', objectId } as const;
    await recordFeedEvent(queries, writeContext(services), event);
    const detail = sayAmount(paymentLink.amount, paymentLink.currency);
    await recordActivity(queries, call, {
      merchantId,
      action: 'LINK_CANCELLED',
      subject: params.paymentIntentId,
      detail,
    });
    return toPaymentLink(
      { ...paymentLink, status: 'EXPIRED', updatedAt: now, cancelledBy: caller.email },
      request.baseUrl,
    );
  });
});

const over: Partial<Record<PaymentLinkRow['status'], string>> = {
  COMPLETED: 'This payment link is already paid.',
  FAILED: 'The one attempt to pay this link has failed; there is nothing to cancel.',
  EXPIRED: 'This payment link has already expired.',
};

function refuseUnlessOpen({ status, isUnderWay }: PaymentLinkRow): void {
  const reason = over[status];
  if (reason) throw new Problem(409, reason, { code: 'LINK_OVER' });
  if (isUnderWay)
    throw new Problem(409, 'A payment for this link is on its way and cannot be called back.', {
      code: 'PAYMENT_UNDER_WAY',
    });
}

const expiryKind = 'PAYMENT_INTENT_EXPIRY';

/** Enqueues the job that ends a link whose time has passed. It changes nothing while a payment is under way. */
export function enqueueExpiry(
  queries: Queries,
  newId: () => string,
  { merchantId, paymentIntentId }: PaymentLinkKey,
  dueAt: Date,
): Promise<void> {
  return enqueueWork(queries, newId, { kind: expiryKind, merchantId, objectId: paymentIntentId, dueAt });
}

/** Stores the status EXPIRED; reads already report it as soon as the time has passed. */
export const linkExpiryWorker: Worker = {
  kind: expiryKind,
  run: async (services, { merchantId, objectId }) => {
    if (merchantId === null || objectId === null) throw new Error('What expires names its link.');
    const context = writeContext(services);
    await services.database.transaction(async (queries) => {
      const [expired] = await queries.query<{ applicationId: string }>(
        sql`UPDATE payment_intents AS i SET status = 'EXPIRED', updated_at = i.expires_at
         WHERE i.merchant_id = ${merchantId} AND i.payment_intent_id = ${objectId} AND ${isOverAt(context.at, merchantId)}
         RETURNING i.application_id AS "applicationId"`,
      );
      if (!expired) return;
      await recordFeedEvent(queries, context, { merchantId, ...expired, type: 'payment_link.expired', objectId });
    });
  },
};
