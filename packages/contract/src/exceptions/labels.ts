// Separate from the schemas, so that a page that only parses its address loads no schemas.

/** Status or amount differ; only the provider or only we know the order; the order was paid twice. */
export const exceptionKinds = [
  'STATUS_DIFFERS',
  'AMOUNT_DIFFERS',
  'UNKNOWN_TO_US',
  'UNKNOWN_TO_PROVIDER',
  'PAID_TWICE',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

export const exceptionObjectKinds = ['PAYMENT', 'REFUND', 'PAYOUT'] as const;
export type ExceptionObjectKind = (typeof exceptionObjectKinds)[number];

/** OPEN and DISPUTED need an administrator. ACCEPTED are booked as the provider reports. CLOSED changed nothing. */
export const exceptionStates = ['OPEN', 'DISPUTED', 'ACCEPTED', 'CLOSED'] as const;
export type ExceptionState = (typeof exceptionStates)[number];

/** Whether money comes into the merchant's account or leaves it. */
export const moveDirections = ['IN', 'OUT'] as const;
