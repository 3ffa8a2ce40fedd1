import { sayAmount } from '@volume/contract/money/money.ts';
import type { Metadata } from '@volume/contract/payment-links/metadata.ts';
import { createPaymentLink as endpoint, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { ownMerchant } from '#core/tenant.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { holdWithinLimit, requireAmountMoves } from '#core/refuse-money.ts';
import { enqueueExpiry } from './cancel-payment-link.ts';
import { writePaymentIntent } from './write-payment-intent.ts';
import { findPaymentLink, type PaymentLinkKey, toPaymentLink } from './payment-link-row.ts';

type CreateLink = Call<typeof endpoint>;

/**
 * Creates a payment link (contract §2). 400 when it would already have expired, 422 when the application cannot receive
 * the currency; the same Idempotency-Key returns the same link.
 */
export const createPaymentLink = handle(endpoint, async (call) => {
  const { body, caller, services } = call;
  const own = ownMerchant(caller);
  const [application] = await services.database.query<{ merchant_id: string }>(
    sql`SELECT merchant_id FROM applications WHERE application_id = ${body.applicationId}
      ${own === null ? sql`` : sql`AND merchant_id = ${own}`}`,
  );
  const merchantId = own ?? application?.merchant_id;
  if (!application || merchantId === undefined) throw notFound('This application');
  const { amount } = body.paymentRequest;
  const check = () => requireAmountMoves(services, { merchantId, field: 'paymentRequest.amount', amount });
  return withIdempotency(call, { endpoint, merchantId, check }, (queries) => create(call, queries, merchantId));
});

async function create(call: CreateLink, queries: Queries, merchantId: string): Promise<PaymentLink> {
  const { body, caller, services, request } = call;
  const { amount, currency, reference = null } = body.paymentRequest;
  const context = await holdWithinLimit(queries, services, { merchantId, field: 'paymentRequest.amount', amount });
  const expiresAt = body.expiresAtUtc == null ? null : new Date(parseUtc(body.expiresAtUtc));
  if (expiresAt && expiresAt <= context.at) throw wrongField('expiresAtUtc', 'must lie in the future');
  await refuseUnlessReceivable(queries, { merchantId, applicationId: body.applicationId, currency });
  const paymentIntentId = context.newId();
  await writePaymentIntent(queries, {
    merchantId,
    applicationId: body.applicationId,
    paymentIntentId,
    isLink: true,
    merchantPaymentId: body.merchantPaymentId || null,
    customerIntentDescription: body.customerIntentDescription ?? null,
    merchantIntentDescription: body.merchantIntentDescription ?? null,
    attemptMode: body.attemptMode ?? 'ALLOW_MULTIPLE_ATTEMPTS',
    amount,
    currency,
    reference,
    metadata: orNull(body.metadata),
    createdBy: caller.email,
    at: context.at,
    expiresAt,
  });
  if (expiresAt) await enqueueExpiry(queries, context.newId, { merchantId, paymentIntentId }, expiresAt);
  await recordLink(call, queries, { merchantId, paymentIntentId });
  const paymentLink = await findPaymentLink(queries, { merchantId, paymentIntentId }, context.at);
  if (!paymentLink) throw new Error('The payment link was not written.');
  queries.announce?.({ kind: 'payment-intents', merchantId });
  return toPaymentLink(paymentLink, request.baseUrl);
}

/** Without entries it is the same as none. */
const orNull = (metadata: Metadata | null | undefined): Metadata | null =>
  metadata && Object.keys(metadata).length > 0 ? metadata : null;

function recordLink(
  call: CreateLink,
  queries: Queries,
  { merchantId, paymentIntentId }: PaymentLinkKey,
): Promise<void> {
  const { amount, currency } = call.body.paymentRequest;
  const detail = sayAmount(amount, currency);
  return recordActivity(queries, call, { merchantId, action: 'LINK_CREATED', subject: paymentIntentId, detail });
}

interface Receiving {
  merchantId: string;
  applicationId: string;
  currency: string;
}

async function refuseUnlessReceivable({ query }: Queries, wanted: Receiving): Promise<void> {
  const { merchantId, applicationId, currency } = wanted;
  const accounts = await query(
    sql`SELECT 1 FROM payee_details
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
      AND for_currency = ${currency}::currency LIMIT 1`,
  );
  if (accounts.length === 0)
    throw new Problem(422, `This application has no account that receives ${currency}.`, {
      code: 'NO_CURRENCY_ACCOUNT',
    });
}
