import { getPaymentIntent as endpoint } from '@volume/contract/payment-intents.ts';
import { findObjectOwner } from '#core/tenant.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { findIntent } from './find-intent.ts';
import { toIntent } from './intent-row.ts';

/** A payment intent with its attempts (§7). */
export const getPaymentIntent = handle(endpoint, async ({ params, caller, services, request }) => {
  const { database, clock } = services;
  const merchantId = await findObjectOwner(database, caller, params.paymentIntentId);
  const intent = merchantId && (await findIntent(database, { merchantId, ...params }, clock.now()));
  if (!intent) throw notFound('This payment intent');
  return toIntent(intent, request.baseUrl);
});
