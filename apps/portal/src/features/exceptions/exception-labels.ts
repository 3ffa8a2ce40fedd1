import type { Exception, ExceptionDetails } from '@volume/contract/exceptions/exceptions.ts';
import { formatMoney } from '#design/text/format-money.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { labelOf } from '#design/text/format-text.ts';

type Labels<Key extends string, Value> = Readonly<Record<Key, Value>>;

export const kindLabels: Labels<Exception['kind'], string> = {
  STATUS_DIFFERS: 'Different outcome',
  AMOUNT_DIFFERS: 'Different amount',
  UNKNOWN_TO_US: 'Not in our books',
  UNKNOWN_TO_PROVIDER: 'Not at the provider',
  PAID_TWICE: 'Paid twice',
};

export const stateLabels: Labels<Exception['state'], { label: string; tone: Tone }> = {
  OPEN: { label: 'Open', tone: 'bad' },
  DISPUTED: { label: 'Disputed', tone: 'held' },
  ACCEPTED: { label: 'Accepted', tone: 'ok' },
  CLOSED: { label: 'Closed', tone: 'calm' },
};

export const objectLabels: Labels<Exception['objectKind'], string> = {
  PAYMENT: 'Payment',
  REFUND: 'Refund',
  PAYOUT: 'Payout',
};

export const isUnresolved = ({ state }: Exception): boolean => state === 'OPEN' || state === 'DISPUTED';

export const providerName = ({ provider }: Exception): string => provider ?? 'The provider';

export function sumText({ currency }: Exception, amount: number | null): string | undefined {
  return amount === null || currency === null ? undefined : formatMoney(amount, currency);
}

export function acceptMessage(exception: Exception): string {
  const { kind, objectKind, providerStatus, providerAmount } = exception;
  if (objectKind === 'PAYMENT') {
    return providerStatus === 'COMPLETED'
      ? 'A new payment is booked for the money that came in. The failed one stays as it is.'
      : 'The rest of the payment is booked as a refund to the payer.';
  }
  const object = labelOf(objectLabels, objectKind).toLowerCase();
  const isGone = kind !== 'UNKNOWN_TO_PROVIDER' && providerStatus === 'PROCESSED';
  if (!isGone) return `If our books show the ${object} as paid, it is marked as returned and its money is given back.`;
  const sum = sumText(exception, providerAmount);
  return `Our books will show ${sum ?? 'the provider’s amount'} as paid: the difference is booked as one more ${object} and leaves the available balance.`;
}

/** The sum that accepting moves, as the API last calculated it; undefined where it moves none. */
export const movedText = (exception: ExceptionDetails): string | undefined =>
  sumText(exception, exception.moves?.amount ?? null);

export function movesTitle(exception: ExceptionDetails): string {
  const sum = movedText(exception);
  if (sum === undefined) return exception.moves === undefined ? 'This moves money' : 'No money moves now';
  return exception.moves?.direction === 'IN'
    ? `${sum} is added to the available balance`
    : `${sum} leaves the available balance`;
}

/** What accepting does to the available balance: `+ £40.07`; undefined while the API does not say. */
export function balanceChange(exception: ExceptionDetails): string | undefined {
  const sum = movedText(exception);
  if (sum === undefined) return exception.moves === undefined ? undefined : 'Unchanged';
  return `${exception.moves?.direction === 'IN' ? '+' : '−'} ${sum}`;
}
