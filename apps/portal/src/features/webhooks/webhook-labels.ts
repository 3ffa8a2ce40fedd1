import {
  type AddressField,
  addressOfKind,
  type WebhookDelivery,
  type WebhookKind,
} from '@volume/contract/webhooks/webhooks.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { titleCase } from '#design/text/format-text.ts';

export const kindLabels: Record<WebhookKind, string> = { PAYMENT: 'Payment', REFUND: 'Refund', PAYOUT: 'Payout' };

/** What happened, according to the body: `Payment completed`; only the kind if the body has no status. */
export function eventLabel({ kind, requestBody }: Pick<WebhookDelivery, 'kind' | 'requestBody'>): string {
  const status = statusIn(requestBody, statusField[kind]);
  return status === undefined ? kindLabels[kind] : `${kindLabels[kind]} ${titleCase(status).toLowerCase()}`;
}

const statusField: Record<WebhookKind, string> = {
  PAYMENT: 'paymentStatus',
  REFUND: 'refundStatus',
  PAYOUT: 'payoutStatus',
};

function statusIn(body: string, field: string): string | undefined {
  try {
    const status = (JSON.parse(body) as Record<string, unknown> | null)?.[field];
    return typeof status === 'string' && status !== '' ? status : undefined;
  } catch {
    return undefined;
  }
}

export const stateLabels: Record<WebhookDelivery['state'], { label: string; tone: Tone; hollow?: boolean }> = {
  PENDING: { label: 'Pending', tone: 'move' },
  DELIVERED: { label: 'Delivered', tone: 'ok' },
  FAILING: { label: 'Failing', tone: 'held' },
  GAVE_UP: { label: 'Given up', tone: 'bad' },
};

interface AddressLabel {
  field: AddressField;
  label: string;
  hint: string;
}

/** The addresses that our servers call. */
export const webhookAddresses: readonly AddressLabel[] = [
  {
    field: 'paymentStatusWebhookUrl',
    label: 'Payments',
    hint: 'Sent when a payment is completed, settled or failed.',
  },
  { field: 'refundWebhookUrl', label: 'Refunds', hint: 'Sent each time a refund changes status.' },
  { field: 'payoutWebhookUrl', label: 'Payouts', hint: 'Sent each time a payout changes status.' },
];

/** The addresses that payers are redirected to. */
export const callbackAddresses: readonly AddressLabel[] = [
  {
    field: 'merchantCallbackUrlForWeb',
    label: 'Web callback URL',
    hint: 'Where the browser goes after the bank responds. paymentId, status, amount and currency are added.',
  },
  {
    field: 'merchantCallbackUrlForMobile',
    label: 'App callback URL',
    hint: 'For mobile apps: an https link your app handles.',
  },
  { field: 'cancelUrl', label: 'Cancel URL', hint: 'Where customers go when they cancel.' },
];

/** The kind of event sent to an address, undefined for callbacks. */
export const kindOfAddress = (field: AddressField): WebhookKind | undefined =>
  (Object.keys(addressOfKind) as WebhookKind[]).find((kind) => addressOfKind[kind] === field);

export function stateSentence({ state, attempts, nextAttemptAtUtc }: WebhookDelivery, zone: string): string {
  const tried = attempts.length === 1 ? 'one attempt' : `${attempts.length} attempts`;
  if (state === 'PENDING') return 'It is being sent now.';
  if (state === 'DELIVERED') return `Your server returned 200 after ${tried}.`;
  if (state === 'GAVE_UP') return `Delivery failed after ${tried} and won’t be retried automatically.`;
  const next = nextAttemptAtUtc === null ? '' : ` Next attempt ${formatDateTime(nextAttemptAtUtc, zone, 'full')}.`;
  return `Delivery failed after ${tried}.${next}`;
}

export function attemptMessage({ httpStatus, error }: WebhookDelivery['attempts'][number]): string {
  if (httpStatus === null) return error ?? 'No response';
  return error === null ? `Answered ${httpStatus}` : `Answered ${httpStatus}. ${error}`;
}
