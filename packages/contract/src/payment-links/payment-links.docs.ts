import type { CallDocs } from '@volume/contract/call-docs.ts';

export const paymentLinksDocs: CallDocs = {
  listPaymentIntents: {
    codes: ['SEARCH_TOO_SHORT'],
  },
  createPaymentLink: {
    example: {
      applicationId: '018cc778-5000-7fb8-ab33-93f5e60e9f83',
      customerIntentDescription: 'A bunch of tulips',
      merchantIntentDescription: 'Order 1001',
      merchantPaymentId: 'order-1001',
      paymentRequest: { amount: 12.5, currency: 'GBP', reference: 'ORDER1001' },
      metadata: { customer: 'C-4711' },
    },
    codes: ['NO_CURRENCY_ACCOUNT', 'NO_ACCOUNT_PROVIDER', 'MERCHANT_DISABLED'],
  },
  cancelPaymentIntent: {
    codes: ['LINK_OVER', 'PAYMENT_UNDER_WAY'],
  },
  mailPaymentLink: {
    codes: ['LINK_NOT_PAYABLE', 'LINK_OUT_OF_ATTEMPTS'],
    meanings: {
      TOO_MANY_REQUESTS: 'Five times today for this link, a hundred for the merchant, or ten for the address.',
    },
  },
  playScenario: {
    example: { scenario: 'paid' },
    codes: [
      'NO_VIRTUAL_ACCOUNT',
      'NO_BANK',
      'NO_DEFAULT_BENEFICIARY',
      'NO_WEBHOOK_ADDRESS',
      'ABOVE_LARGEST_AMOUNT',
      'NOT_SIMULATED',
      'MERCHANT_DISABLED',
    ],
    meanings: {
      NOT_FOUND: "It does not exist, or is another merchant's, or the environment is Live.",
      TOO_MANY_REQUESTS: 'It was called 60 times in this hour; Retry-After says when to try again.',
    },
  },
  makeSamplePayments: {
    codes: ['NO_VIRTUAL_ACCOUNT', 'NO_BANK', 'NO_ACCOUNT_PROVIDER', 'MERCHANT_DISABLED'],
    meanings: {
      NOT_FOUND: "It does not exist, or is another merchant's, or the environment is no sandbox.",
      TOO_MANY_REQUESTS: 'It was called five times in 24 hours; Retry-After says when to try again.',
    },
  },
};
