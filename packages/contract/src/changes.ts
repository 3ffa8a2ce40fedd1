import * as z from 'zod/mini';
import { type Authority, mayViewPayments } from './access.ts';
import { endpoint } from './endpoint.ts';

/** What an open page hears of without asking: what of it changed is read by the calls there are. */
export const changeKinds = ['payments', 'payment-intents', 'approvals', 'notices', 'exceptions'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Who hears of which kind, as they may read it; of what names nobody, administrators alone. */
export const mayHearOf: Record<ChangeKind, readonly Authority[]> = {
  payments: mayViewPayments,
  'payment-intents': ['PAY_BY_LINK'],
  approvals: mayViewPayments,
  notices: mayViewPayments,
  exceptions: [],
};

/** What changed since the last such message: kinds of things of a merchant, of any merchant where it names none. */
export const ChangeMessage = z.array(
  z.object({ merchantId: z.nullable(z.string()), kinds: z.array(z.enum(changeKinds)) }),
);
export type ChangeMessage = z.output<typeof ChangeMessage>;

/** Each message is the data of one event; whoever hears it asks as before, so that what may be read is decided there (contract §11). */
export const listenForChanges = endpoint({
  name: 'listenForChanges',
  summary: 'Hear what kinds of things change, at most once a second, until the session ends',
  origin: 'ours',
  method: 'GET',
  path: 'changes',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  produces: 'events',
});
