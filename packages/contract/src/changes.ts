import * as z from 'zod/mini';
import { type Authority, mayViewPayments } from './access.ts';
import { endpoint } from './endpoint.ts';

/** The changes that an open page is notified of. It then reads the changed data through the usual endpoints. */
export const changeKinds = ['payments', 'payment-intents', 'approvals', 'notices', 'exceptions'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Who can subscribe to which kind, matching who can read it. Kinds without authorities are for administrators only. */
export const authoritiesForKind: Record<ChangeKind, readonly Authority[]> = {
  payments: mayViewPayments,
  'payment-intents': ['PAY_BY_LINK'],
  approvals: mayViewPayments,
  notices: mayViewPayments,
  exceptions: [],
};

/** The changes since the previous message: the changed kinds of a merchant, or of any merchant when `merchantId` is null. */
export const ChangeMessage = z.array(
  z.object({ merchantId: z.nullable(z.string()), kinds: z.array(z.enum(changeKinds)) }),
);
export type ChangeMessage = z.output<typeof ChangeMessage>;

/**
 * Each message is the data of one server-sent event. The client then refetches, so that the usual endpoints decide what
 * it is allowed to read (contract §11).
 */
export const listenForChanges = endpoint({
  name: 'listenForChanges',
  summary: 'Subscribe to the kinds of data that change, at most once a second, until the session ends',
  origin: 'ours',
  method: 'GET',
  path: 'changes',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  produces: 'events',
});
