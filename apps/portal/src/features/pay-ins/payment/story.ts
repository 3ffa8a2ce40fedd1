import type { PaymentDetails, PaymentEvent, PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { isolate, titleCase } from '#design/text/format-text.ts';
import { accountName, providerLabel } from '#features/balances/provider-names.ts';
import { payerName } from '#features/pay-ins/pay-in-labels.ts';

export interface StoryLine {
  title: string;
  detail?: string | undefined;
  atUtc?: string;
  /** 'next' marks a step that has not happened yet. */
  tone: Tone | 'next';
}

interface StoryFacts {
  row: PaymentListItem;
  details: PaymentDetails;
}
/** `isLatest` is false for a refund event that a later event of the same refund follows. */
type LineWriter = (event: PaymentEvent, facts: StoryFacts, isLatest: boolean) => Omit<StoryLine, 'atUtc'>;

/** A given name, isolated from the text direction of our sentence; `otherwise` without a name. */
const name = (given: string | null | undefined, otherwise: string) => (given ? isolate(given) : otherwise);
const bankName = ({ actor }: PaymentEvent, { details }: StoryFacts, otherwise = 'the bank') =>
  name(actor ?? details.institution?.name, otherwise);
/** The provider's display name: `MODULR` becomes Modulr. */
const providerName = (given: string) => isolate(/^[A-Z_]+$/.test(given) ? providerLabel(given) : given);
const fullSum = ({ row: { paymentRequest } }: StoryFacts): string =>
  formatMoney(paymentRequest.amount, paymentRequest.currency);
const sentence = (...parts: (string | null | undefined | false)[]): string | undefined =>
  parts.filter(Boolean).join(' ') || undefined;
/** A text of the bank or provider as a sentence: isolated, with a full stop. */
const given = (text: string): string => `${isolate(text)}${/[.!?…。؟]$/.test(text) ? '' : '.'}`;

// A Map, so that a type named like an object's property (`constructor`) finds nothing.
const writers = new Map<string, LineWriter>(
  Object.entries<LineWriter>({
    NEW: (event, { row }) => ({
      title: 'Created',
      tone: 'calm',
      detail: `Payment started${startedIn(event)}${row.merchantPaymentId ? `, order ${isolate(row.merchantPaymentId)}` : ''}.`,
    }),
    AWAITING_AUTHORIZATION: (event, facts) => ({
      title: 'Sent to the bank',
      tone: 'move',
      detail: `${facts.row.paymentStatus === 'AWAITING_AUTHORIZATION' ? 'Waiting for the shopper' : 'The shopper was asked'} to approve the payment at ${bankName(event, facts)}.`,
    }),
    AUTHORIZED: (event, facts) => ({
      title: `Authorised at ${bankName(event, facts)}`,
      tone: 'ok',
      detail: `${name(payerName(facts.row), 'The shopper')} approved the payment.`,
    }),
    PENDING: (event, facts) => ({
      title: 'Pending',
      tone: 'move',
      detail: `${bankName(event, facts, 'The bank')} ${facts.row.paymentStatus === 'PENDING' ? 'has accepted the payment but not' : 'accepted the payment but had not'} yet sent it.`,
    }),
    COMPLETED: (event, facts) => ({
      title: 'Completed',
      tone: 'ok',
      detail: `${bankName(event, facts, 'The bank')} accepted and sent the payment.`,
    }),
    FAILED: (event, { details }) => ({
      title: 'Failed',
      tone: 'bad',
      detail: given(event.detail || details.errorDescription || 'The bank gave no reason.'),
    }),
    SETTLED: (event, facts) => ({ title: 'Settled', tone: 'ok', detail: settledDetail(event, facts) }),
    HELD: (event, { row }) => ({
      title: 'Held',
      tone: 'held',
      detail: sentence(
        event.detail && given(event.detail),
        `The money ${row.statusTags.includes('HELD') ? 'is' : 'was'} in your balance but not yet available.`,
      ),
    }),
    RELEASED: () => ({ title: 'Released', tone: 'ok', detail: 'Review complete: funds available.' }),
    RETURNED: (_, facts) => ({
      title: 'Returned',
      tone: 'bad',
      detail: `${fullSum(facts)} was returned to the payer.`,
    }),
  }),
);

/** The API names the application, or says 'Payment link' of a payment that a shopper started on a pay page. */
function startedIn({ detail }: PaymentEvent): string {
  if (!detail) return '';
  return detail === 'Payment link' ? ' from a payment link' : ` in ${isolate(detail)}`;
}

function settledDetail({ actor }: PaymentEvent, facts: StoryFacts): string {
  const { row } = facts;
  const { currency } = row.paymentRequest;
  const { isToVirtualAccount: isVirtualAccount } = row;
  const arrived = `${fullSum(facts)} arrived in ${accountName({ forCurrency: currency, isVirtualAccount, vaProviderType: actor })}.`;
  return row.paymentType === 'EXTERNAL' ? `${arrived} The payer sent it by bank transfer.` : arrived;
}

const refundLabels = new Map<string, [string, Tone]>([
  ['REQUESTED', ['requested', 'held']],
  ['IN_PROGRESS', ['started', 'move']],
  ['PROCESSED', ['processed', 'ok']],
  ['RETURNED', ['returned', 'bad']],
  ['HELD', ['held', 'held']],
  ['FAILED', ['failed', 'bad']],
]);

const refundLine: LineWriter = (event, { row }, isLatest) => {
  const refund = row.refunds.find((each) => each.refundId === event.detail);
  const state = event.type.slice('REFUND_'.length);
  const sum = refund && formatMoney(refund.refundPaymentAmount, refund.refundPaymentCurrency);
  const [past, tone] = refundLabels.get(state) ?? [titleCase(state).toLowerCase(), 'calm'];
  const label = state === 'REQUESTED' && isLatest ? 'awaiting approval' : past;
  const reference = refund?.refundPaymentReference ? `reference ${isolate(refund.refundPaymentReference)}` : undefined;
  const words = [event.actor && `by ${event.actorName ?? providerName(event.actor)}`, reference]
    .filter(Boolean)
    .join(', ');
  const detail = words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : undefined;
  return { title: `Refund${sum ? ` of ${sum}` : ''} ${label}`, tone, detail };
};

/** The events of a payment as sentences, oldest first, and the next step. Webhook deliveries have their own section. */
export function paymentStory(facts: StoryFacts, { isReviewed = false } = {}): StoryLine[] {
  const events = facts.details.events.filter((event) => !event.type.startsWith('WEBHOOK_'));
  const isRefund = ({ type }: PaymentEvent) => type.startsWith('REFUND_');
  const lines = events.map((event) => {
    const toLine = isRefund(event) ? refundLine : (writers.get(event.type) ?? plainLine);
    const isLatest = events.findLast((each) => isRefund(each) && each.detail === event.detail) === event;
    return { ...toLine(event, facts, isLatest), atUtc: event.atUtc };
  });
  return [...lines, whatNext(facts, isReviewed)];
}

const plainLine: LineWriter = (event) => ({
  title: titleCase(event.type),
  tone: 'calm',
  detail: sentence(event.actor, event.detail),
});

const wasSent = ({ events }: PaymentDetails): boolean =>
  events.some(({ type }) => type === 'COMPLETED' || type === 'SETTLED');

/** True when a payment failed and the payer was certainly not charged, so that they can be asked again. */
export const canAskAgain = ({ row, details }: StoryFacts): boolean =>
  row.paymentStatus === 'FAILED' && row.amountRefunding === 0 && !row.canStartRefund && !wasSent(details);

function whatNext({ row, details }: StoryFacts, isReviewed: boolean): StoryLine {
  const { paymentStatus, paymentRequest, isToVirtualAccount, statusTags } = row;
  const expect = (detail: string): StoryLine => ({ title: 'What comes next', tone: 'next', detail });
  if (row.amountRefunding > 0) {
    const latest = details.events.findLast(({ type }) => type.startsWith('REFUND_'))?.type;
    if (latest === 'REFUND_REQUESTED') return expect('A second person approves or refuses the refund.');
    return expect('Refund in progress. No action needed.');
  }
  if (statusTags.includes('HELD')) return expect('The account provider will release or return the money.');
  const left = paymentRequest.amount - row.amountRefunded;
  if (row.canStartRefund) {
    const refundable = `${formatMoney(left, paymentRequest.currency)} can still be refunded.`;
    if (row.riskCategory === 'HIGH' && row.amountRefunded === 0 && !isReviewed)
      return expect(`Check who paid, because the risk is high. ${refundable}`);
    return { title: 'No further steps', tone: 'next', detail: refundable };
  }
  if (paymentStatus === 'FAILED') {
    return expect(
      wasSent(details)
        ? 'The bank first said that the payment was sent. Contact support to find out whether the customer was charged.'
        : 'The customer was not charged. They can try again or use another bank.',
    );
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
