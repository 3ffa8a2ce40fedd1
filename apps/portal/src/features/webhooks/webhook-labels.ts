import { isForged, type ReplayForm } from '@volume/contract/webhooks/labels.ts';
import {
  type AddressField,
  addressOfKind,
  type WebhookDelivery,
  type WebhookKind,
} from '@volume/contract/webhooks/webhooks.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { titleCase, labelOf } from '#design/text/format-text.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

export const kindLabels: Record<WebhookKind, string> = { PAYMENT: 'Payment', REFUND: 'Refund', PAYOUT: 'Payout' };

type EventFacts = Pick<WebhookDelivery, 'kind' | 'requestBody' | 'eventType'>;

/** `Payment link expired` of `payment_link.expired`. */
function sayType(type: string): string {
  const words = type.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What happened, according to its type or its body: `Payment completed`; only the kind if the body has no status. */
export function eventLabel({ kind, requestBody, eventType }: EventFacts): string {
  if (eventType !== null) return sayType(eventType);
  const status = statusIn(requestBody, statusField[kind]);
  return status === undefined
    ? labelOf(kindLabels, kind)
    : `${labelOf(kindLabels, kind)} ${titleCase(status).toLowerCase()}`;
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

/** A refusal is not a failure when it was the purpose; taking what is forged is one. */
export function stateLabel({ state, replay, attempts }: Pick<WebhookDelivery, 'state' | 'replay' | 'attempts'>) {
  if (replay !== null && state === 'DELIVERED' && isForged(replay.form))
    return { label: 'Not refused', tone: 'bad' } as const;
  if (replay === null || state !== 'GAVE_UP') return lookOf(stateLabels, state);
  return { label: attempts.length === 0 ? 'Not sent' : 'Not taken', tone: 'calm' } as const;
}

const formTexts: Record<ReplayForm, string> = {
  FIRST: 'As usual',
  LATE: 'After a later event of its object',
  AGAIN: 'Once more',
  BAD_SIGNATURE: 'With a bad signature',
  NO_SIGNATURE: 'Without a signature',
  CHANGED_BODY: 'With a body that was changed after it was signed',
  OLD_SIGNATURE: 'With a signature of an hour ago',
};
/** How an event of a replay was sent. */
export const replayText = (form: string): string => formTexts[form as ReplayForm] ?? titleCase(form);

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

export function stateSentence(delivery: WebhookDelivery, zone: string): string {
  const { state, attempts, nextAttemptAtUtc, endpointId, replay } = delivery;
  if (replay !== null) return replaySentence(delivery, isForged(replay.form));
  const tried = attempts.length === 1 ? 'one attempt' : `${attempts.length} attempts`;
  const isHeld = endpointId !== null && nextAttemptAtUtc === null;
  if (state === 'PENDING') return isHeld ? 'It waits until its endpoint is sent to again.' : 'It is being sent now.';
  if (state === 'DELIVERED') return `Your server returned ${attempts.at(-1)?.httpStatus ?? 200} after ${tried}.`;
  if (state === 'GAVE_UP') return `Delivery failed after ${tried} and won’t be retried automatically.`;
  const next = nextAttemptAtUtc === null ? '' : ` Next attempt ${formatDateTime(nextAttemptAtUtc, zone, 'full')}.`;
  const waits = isHeld ? ' It waits until its endpoint is sent to again.' : '';
  return `Delivery failed after ${tried}.${next}${waits}`;
}

function replaySentence({ state, attempts }: WebhookDelivery, isWrong: boolean): string {
  const last = attempts.at(-1);
  if (last === undefined)
    return state === 'PENDING' ? 'It waits for its turn in the replay.' : 'The replay ended before it was sent.';
  const { httpStatus: status } = last;
  if (status === null) return `${attemptMessage(last)}. A replay is not sent again.`;
  if (!isWrong) return `Your server returned ${status}. A replay is not sent again.`;
  const isRefused = status >= 400 && status < 500;
  return `Your server returned ${status}${isRefused ? ', as it should' : ', and should have refused it with 4xx'}.`;
}

export function attemptMessage({ httpStatus, error }: WebhookDelivery['attempts'][number]): string {
  if (httpStatus === null) return error ?? 'No response';
  return error === null ? `Answered ${httpStatus}` : `Answered ${httpStatus}. ${error}`;
}
