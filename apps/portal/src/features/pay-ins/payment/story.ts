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

/** What a payment's story is made of. */
interface StoryFacts {
  row: PaymentListItem;
  details: PaymentDetails;
}
type LineWriter = (event: PaymentEvent, facts: StoryFacts) => Omit<StoryLine, 'atUtc'>;

const bankOf = ({ details }: StoryFacts): string => details.institution?.name ?? 'the bank';
const sumOf = ({ row: { paymentRequest } }: StoryFacts): string =>
  formatMoney(paymentRequest.amount, paymentRequest.currency);
const sentence = (...parts: (string | null | undefined | false)[]): string | undefined =>
  parts.filter(Boolean).join(' ') || undefined;

// A map: a type of any name, `constructor` too, must find nothing else.
const writers = new Map<string, LineWriter>(
  Object.entries<LineWriter>({
    NEW: (event, { row }) => ({
      title: 'Created',
      tone: 'calm',
      detail: `Payment started${event.detail ? ` in ${event.detail}` : ''}${row.merchantPaymentId ? `, order ${row.merchantPaymentId}` : ''}.`,
    }),
    AWAITING_AUTHORIZATION: (event, facts) => ({
      title: 'Sent to the bank',
      tone: 'move',
      detail: `Waiting for the shopper to approve the payment at ${event.actor ?? bankOf(facts)}.`,
    }),
    AUTHORIZED: (event, facts) => ({
      title: `Authorised at ${event.actor ?? bankOf(facts)}`,
      tone: 'ok',
      detail: `${payerName(facts.row) ?? 'The shopper'} approved the payment.`,
    }),
    PENDING: (event, facts) => ({
      title: 'Pending',
      tone: 'move',
      detail: `${event.actor ?? bankOf(facts)} has accepted the payment but not yet sent it.`,
    }),
    COMPLETED: (event, facts) => ({
      title: 'Completed',
      tone: 'ok',
      detail: `${event.actor ?? bankOf(facts)} accepted and sent the payment.`,
    }),
    FAILED: (event, { details }) => ({
      title: 'Failed',
      tone: 'bad',
      detail: event.detail ?? details.errorDescription ?? 'The bank gave no reason.',
    }),
    SETTLED: (event, facts) => ({ title: 'Settled', tone: 'ok', detail: settledWords(event, facts) }),
    HELD: (event) => ({
      title: 'Held',
      tone: 'held',
      detail: sentence(event.detail && `${event.detail}.`, 'The money is in your balance but not yet available.'),
    }),
    RELEASED: () => ({ title: 'Released', tone: 'ok', detail: 'Review complete: funds available.' }),
    RETURNED: (_, facts) => ({ title: 'Returned', tone: 'bad', detail: `${sumOf(facts)} was returned to the payer.` }),
  }),
);

function settledWords(event: PaymentEvent, facts: StoryFacts): string {
  const { row, details } = facts;
  const into = [row.paymentRequest.currency, event.actor && titleCase(event.actor)].filter(Boolean).join(' · ');
  const arrived = `${sumOf(facts)} arrived in ${into || details.payee?.accountHolderName}.`;
  return row.paymentType === 'EXTERNAL' ? `${arrived} The payer sent it by bank transfer.` : arrived;
}

const refundWords = new Map<string, [string, Tone]>([
  ['IN_PROGRESS', ['started', 'move']],
  ['PROCESSED', ['processed', 'ok']],
  ['RETURNED', ['returned', 'bad']],
  ['HELD', ['held', 'held']],
  ['FAILED', ['failed', 'bad']],
]);

function refundLine(event: PaymentEvent, { row }: StoryFacts): Omit<StoryLine, 'atUtc'> {
  const refund = row.refunds.find((each) => each.refundId === event.detail);
  const state = event.type.slice('REFUND_'.length);
  const sum = refund && formatMoney(refund.refundPaymentAmount, refund.refundPaymentCurrency);
  const [word, tone] = refundWords.get(state) ?? [titleCase(state).toLowerCase(), 'calm'];
  const reference = refund?.refundPaymentReference ? `reference ${refund.refundPaymentReference}` : undefined;
  const words = [event.actor && `by ${event.actor}`, reference].filter(Boolean).join(', ');
  const detail = words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : undefined;
  return { title: `Refund${sum ? ` of ${sum}` : ''} ${word}`, tone, detail };
}

/** What happened to a payment in plain words, oldest first, and what comes next. Webhook deliveries are shown apart. */
export function paymentStory(facts: StoryFacts): StoryLine[] {
  const lines = facts.details.events
    .filter((event) => !event.type.startsWith('WEBHOOK_'))
    .map((event) => {
      const toLine = event.type.startsWith('REFUND_') ? refundLine : (writers.get(event.type) ?? plainLine);
      return { ...toLine(event, facts), atUtc: event.atUtc };
    });
  return [...lines, whatNext(facts.row)];
}

const plainLine: LineWriter = (event) => ({
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
