import type { CallDocs } from '@volume/contract/call-docs.ts';

export const paymentLinksDocs: CallDocs = {
  createPaymentLink: {
    example: {
      applicationId: '018cc778-5000-7fb8-ab33-93f5e60e9f83',
      customerIntentDescription: 'A bunch of tulips',
      merchantIntentDescription: 'Order 1001',
      merchantPaymentId: 'order-1001',
      paymentRequest: { amount: 12.5, currency: 'GBP', reference: 'ORDER1001' },
    },
  },
};
