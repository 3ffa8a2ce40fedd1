// Apart from the schemas: a page that only reads its address needs the words alone.

/** What contradicts: another end, another amount, an order only the provider has, one only we have, one paid twice. */
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

/** OPEN and DISPUTED ones wait for somebody; ACCEPTED ones are booked as the provider says; CLOSED ones changed nothing. */
export const exceptionStates = ['OPEN', 'DISPUTED', 'ACCEPTED', 'CLOSED'] as const;
export type ExceptionState = (typeof exceptionStates)[number];
