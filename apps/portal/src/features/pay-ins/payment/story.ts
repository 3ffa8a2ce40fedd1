import type { PaymentDetails, PaymentEvent, PaymentListItem } from '@volume/contract/pay-ins.ts';
import type { Tone } from '#design/feedback/tag.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import { titleCase } from '#design/text/title-case.ts';
import { payerName } from '#features/pay-ins/pay-in-words.ts';

export interface StoryLine {
  title: string;
  detail?: string | undefined;
  atUtc?: string;
  /** 'next' is what has not happened yet. */
  tone: Tone | 'next';
}

interface Told {
  row: PaymentListItem;
  details: PaymentDetails;
}
type Teller = (event: PaymentEvent, told: Told) => Omit<StoryLine, 'atUtc'>;

const bankOf = ({ details }: Told): string => details.institution?.name ?? 'the bank';
const sumOf = ({ row: { paymentRequest } }: Told): string =>
  formatMoney(paymentRequest.amount, paymentRequest.currency);
const sentence = (...parts: (string | null | undefined | false)[]): string | undefined =>
  parts.filter(Boolean).join(' ') || undefined;

// A map: a type of any name, `constructor` too, must find nothing else.
const tellers = new Map<string, Teller>(
  Object.entries<Teller>({
    NEW: (event, { row }) => ({
      title: 'Created',
      tone: 'calm',
      detail: `Payment started${event.detail ? ` in ${event.detail}` : ''}${row.merchantPaymentId ? `, order ${row.merchantPaymentId}` : ''}.`,
    }),
    AWAITING_AUTHORIZATION: (event, told) => ({
      title: 'Sent to the bank',
      tone: 'move',
      detail: `Waiting for the shopper to approve the payment at ${event.actor ?? bankOf(told)}.`,
    }),
    AUTHORIZED: (event, told) => ({
      title: `Authorised at ${event.actor ?? bankOf(told)}`,
      tone: 'ok',
      detail: `${payerName(told.row) ?? 'The shopper'} approved the payment.`,
    }),
    PENDING: (event, told) => ({
      title: 'Pending',
      tone: 'move',
      detail: `${event.actor ?? bankOf(told)} has accepted the payment but not yet sent it.`,
    }),
    COMPLETED: (event, told) => ({
      title: 'Completed',
      tone: 'ok',
      detail: `${event.actor ?? bankOf(told)} accepted and sent the payment.`,
    }),
    FAILED: (event, { details }) => ({
      title: 'Failed',
      tone: 'bad',
      detail: event.detail ?? details.errorDescription ?? 'The bank gave no reason.',
    }),
    SETTLED: (event, told) => ({ title: 'Settled', tone: 'ok', detail: settledWords(event, told) }),
    HELD: (event) => ({
      title: 'Held',
      tone: 'held',
      detail: sentence(event.detail && `${event.detail}.`, 'The money is in your balance but not yet available.'),
    }),
    RELEASED: () => ({ title: 'Released', tone: 'ok', detail: 'Review complete: funds available.' }),
    RETURNED: (_, told) => ({ title: 'Returned', tone: 'bad', detail: `${sumOf(told)} was returned to the payer.` }),
  }),
);

function settledWords(event: PaymentEvent, told: Told): string {
  const { row, details } = told;
  const into = [row.paymentRequest.currency, event.actor && titleCase(event.actor)].filter(Boolean).join(' · ');
  const arrived = `${sumOf(told)} arrived in ${into || details.payee?.accountHolderName}.`;
  return row.paymentType === 'EXTERNAL' ? `${arrived} The payer sent it by bank transfer.` : arrived;
}

const refundWords = new Map<string, [string, Tone]>([
  ['IN_PROGRESS', ['started', 'move']],
  ['PROCESSED', ['processed', 'ok']],
  ['RETURNED', ['returned', 'bad']],
  ['HELD', ['held', 'held']],
  ['FAILED', ['failed', 'bad']],
]);

function tellRefund(event: PaymentEvent, { row }: Told): Omit<StoryLine, 'atUtc'> {
  const refund = row.refunds.find((each) => each.refundId === event.detail);
  const state = event.type.slice('REFUND_'.length);
  const sum = refund && formatMoney(refund.refundPaymentAmount, refund.refundPaymentCurrency);
  const [word, tone] = refundWords.get(state) ?? [titleCase(state).toLowerCase(), 'calm'];
  const reference = refund?.refundPaymentReference ? `reference ${refund.refundPaymentReference}` : undefined;
  const told = [event.actor && `by ${event.actor}`, reference].filter(Boolean).join(', ');
  const detail = told ? `${told.charAt(0).toUpperCase()}${told.slice(1)}.` : undefined;
  return { title: `Refund${sum ? ` of ${sum}` : ''} ${word}`, tone, detail };
}

/** What happened to a payment in plain words, oldest first, and what comes next. Webhook deliveries are told apart. */
export function tellStory(told: Told): StoryLine[] {
  const lines = told.details.events
    .filter((event) => !event.type.startsWith('WEBHOOK_'))
    .map((event) => {
      const tell = event.type.startsWith('REFUND_') ? tellRefund : (tellers.get(event.type) ?? tellPlainly);
      return { ...tell(event, told), atUtc: event.atUtc };
    });
  return [...lines, whatNext(told.row)];
}

const tellPlainly: Teller = (event) => ({
  title: titleCase(event.type),
  tone: 'calm',
  detail: sentence(event.actor, event.detail),
});

function whatNext(row: PaymentListItem): StoryLine {
  const { paymentStatus, paymentRequest, isToVirtualAccount, statusTags } = row;
  const expect = (detail: string): StoryLine => ({ title: 'What comes next', tone: 'next', detail });
  if (row.amountRefunding > 0) return expect('Refund in progress. No action needed.');
  if (statusTags.includes('HELD')) return expect('The account provider will release or return the money.');
  const left = paymentRequest.amount - row.amountRefunded;
  if (row.canStartRefund) {
    return {
      title: 'No further steps',
      tone: 'next',
      detail: `${formatMoney(left, paymentRequest.currency)} can still be refunded.`,
    };
  }
  const waits: Partial<Record<typeof paymentStatus, string>> = {
    NEW: 'The shopper chooses a bank.',
    AWAITING_AUTHORIZATION: 'The shopper approves or declines at the bank.',
    AUTHORIZED: 'The bank accepts the payment.',
    PENDING: 'The bank completes or rejects the payment.',
  };
  const wait = waits[paymentStatus];
  if (wait) return expect(wait);
  if (paymentStatus === 'COMPLETED' && isToVirtualAccount) return expect('The money arrives in your account.');
  return { title: 'No further steps', tone: 'next' };
}
