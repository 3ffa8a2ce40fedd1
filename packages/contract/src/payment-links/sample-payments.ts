import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';

/** How many payments one call makes. */
export const samplePaymentCount = 20;

/** Only in a Sandbox. While the payments of an earlier call are being made, it starts no others. */
export const makeSamplePayments = endpoint({
  name: 'makeSamplePayments',
  summary: 'Makes twenty payments through the simulated banks, in a Sandbox',
  origin: 'ours',
  method: 'POST',
  path: 'merchants/{merchantId}/applications/{applicationId}/sample-payments',
  access: { kind: 'any-of', authorities: ['PAY_BY_LINK'], effect: 'write' },
  params: z.object({ merchantId: Id, applicationId: Id }),
  response: z.object({
    /** The number of payments that are being made. */
    payments: z.number(),
    /** False when an earlier call is still making its payments. */
    isNew: z.boolean(),
  }),
});
