import type { WebhookBodies } from './generated/calls.ts';

/** The fields of every event. */
interface EventFacts {
  /** The same for every delivery of one event: do its work once. */
  deduplicationKey: string;
  /** A test event: no money has moved. */
  isTest: boolean;
  sentAt: Date;
}

/** An event that Volume has signed. Kinds added later are `OTHER`: answer 200 to them. */
export type WebhookEvent = EventFacts &
  (
    | { kind: 'PAYMENT'; data: WebhookBodies['paymentWebhook'] }
    | { kind: 'REFUND'; data: WebhookBodies['refundWebhook'] }
    | { kind: 'PAYOUT'; data: WebhookBodies['payoutWebhook'] }
    | { kind: 'OTHER'; data: Readonly<Record<string, unknown>> }
  );

type Data = Readonly<Record<string, unknown>>;

/** The bodies have no field that names their kind; each has a status field with another name. */
const kinds = [
  ['PAYMENT', 'paymentId', 'paymentStatus'],
  ['REFUND', 'refundId', 'refundStatus'],
  ['PAYOUT', 'payoutId', 'payoutStatus'],
] as const;

interface Sent {
  data: Data;
  /** The header `webhook-id`, when it is signed. */
  id: string | null;
  isTest: boolean;
  sentAt: Date;
}

export function toEvent({ data, id, isTest, sentAt }: Sent): WebhookEvent {
  const found = kinds.find(
    ([, idField, status]) => typeof data[idField] === 'string' && typeof data[status] === 'string',
  );
  const [kind, idField, status] = found ?? ['OTHER' as const, 'id', 'status'];
  const deduplicationKey = id ?? `${kind}:${textOf(data[idField])}:${textOf(data[status])}`;
  return { kind, data, deduplicationKey, isTest, sentAt } as unknown as WebhookEvent;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
