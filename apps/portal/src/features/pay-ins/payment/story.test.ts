import { describe, expect, test } from 'vitest';
import { details, payIn, type WirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import { paymentStory } from './story.ts';

interface Event {
  type: string;
  actor?: string | null;
  detail?: string | null;
}
const at = '2026-11-20T09:05:00.000';

function story(events: Event[], row: Partial<WirePayIn> = {}, changes: Parameters<typeof details>[0] = {}) {
  const history = events.map(({ type, actor = null, detail = null }) => ({ type, actor, detail, atUtc: at }));
  return paymentStory({ row: payIn(row), details: details({ ...changes, events: history }) });
}
const detailOf = (event: Event, row?: Partial<WirePayIn>, changes?: Parameters<typeof details>[0]) => {
  const [line] = story([event], row, changes);
  return withoutIsolates(`${line?.title}: ${line?.detail} (${line?.tone})`);
};
const withoutIsolates = (text = '') => text.replace(/[\u2068\u2069]/g, '');
const next = (row: Partial<WirePayIn>) => {
  const line = story([], row).at(-1);
  return [line?.title, line?.detail].filter(Boolean).join(': ');
};

describe('payment story', () => {
  test.each<[Event, string]>([
    [{ type: 'NEW', detail: 'Webshop' }, 'Created: Payment started in Webshop, order ORD-1001. (calm)'],
    [{ type: 'NEW' }, 'Created: Payment started, order ORD-1001. (calm)'],
    [{ type: 'NEW', detail: 'Payment link' }, 'Created: Payment started from a payment link, order ORD-1001. (calm)'],
    [
      { type: 'AWAITING_AUTHORIZATION', actor: 'Monzo' },
      'Sent to the bank: The shopper was asked to approve the payment at Monzo. (move)',
    ],
    [{ type: 'AUTHORIZED' }, 'Authorised at NatWest: Amelia Wright approved the payment. (ok)'],
    [{ type: 'PENDING', actor: 'Monzo' }, 'Pending: Monzo accepted the payment but had not yet sent it. (move)'],
    [{ type: 'COMPLETED' }, 'Completed: NatWest accepted and sent the payment. (ok)'],
    [{ type: 'FAILED', detail: 'Not enough money.' }, 'Failed: Not enough money. (bad)'],
    [{ type: 'FAILED', detail: 'The payer cancelled at the bank' }, 'Failed: The payer cancelled at the bank. (bad)'],
    [{ type: 'FAILED' }, 'Failed: The bank gave no reason. (bad)'],
    [{ type: 'SETTLED', actor: 'MODULR' }, 'Settled: £1,249.50 arrived in GBP · Modulr. (ok)'],
    [{ type: 'SETTLED', actor: 'ISX' }, 'Settled: £1,249.50 arrived in GBP · ISX. (ok)'],
    [
      { type: 'HELD', detail: 'Payer differs' },
      'Held: Payer differs. The money was in your balance but not yet available. (held)',
    ],
    [{ type: 'RELEASED' }, 'Released: Review complete: funds available. (ok)'],
    [{ type: 'RETURNED' }, 'Returned: £1,249.50 was returned to the payer. (bad)'],
  ])('tells the event %j', (event, words) => expect(detailOf(event)).toBe(words));

  test.each<[Event, Partial<WirePayIn>, string]>([
    [
      { type: 'AWAITING_AUTHORIZATION', actor: 'Monzo' },
      { paymentStatus: 'AWAITING_AUTHORIZATION' },
      'Sent to the bank: Waiting for the shopper to approve the payment at Monzo. (move)',
    ],
    [
      { type: 'PENDING', actor: 'Monzo' },
      { paymentStatus: 'PENDING' },
      'Pending: Monzo has accepted the payment but not yet sent it. (move)',
    ],
    [{ type: 'HELD' }, { statusTags: ['HELD'] }, 'Held: The money is in your balance but not yet available. (held)'],
  ])('describes %j in the present tense while the payment is in that state', (event, row, words) =>
    expect(detailOf(event, row)).toBe(words),
  );
  test("uses the payment's error for a failure without its own", () => {
    expect(detailOf({ type: 'FAILED' }, {}, { errorDescription: 'The shopper refused.' })).toContain(
      'The shopper refused.',
    );
  });
  test('uses a generic noun for an unknown name', () => {
    const nobody = { payer: null, merchantProvidedPayerDetailsNames: null };
    expect(detailOf({ type: 'AUTHORIZED' }, nobody, { institution: null })).toBe(
      'Authorised at the bank: The shopper approved the payment. (ok)',
    );
  });
  test('isolates a name in another script from the direction of its sentence', () => {
    const payer = { ...payIn().payer, name: 'محمد' } as WirePayIn['payer'];
    const [line] = story([{ type: 'AUTHORIZED', actor: 'بنك' }], { payer });
    expect([line?.title, line?.detail]).toEqual([
      'Authorised at \u2068بنك\u2069',
      '\u2068محمد\u2069 approved the payment.',
    ]);
  });
  test('mentions a plain bank transfer', () => {
    expect(detailOf({ type: 'SETTLED', actor: 'ISX' }, { paymentType: 'EXTERNAL' })).toContain('by bank transfer');
  });
  test.each(['SOMETHING_NEW', 'constructor', '__proto__', 'toString'])(
    'shows the unknown event %s by the label rule',
    (type) => {
      const [line] = story([{ type, actor: 'Modulr', detail: 'code 7' }]);
      expect(line).toMatchObject({ tone: 'calm', detail: 'Modulr code 7' });
      expect(line?.title).toMatch(/^[A-Z]\w+/);
    },
  );
  test('leaves out webhook deliveries', () => {
    expect(story([{ type: 'WEBHOOK_DELIVERED' }, { type: 'WEBHOOK_FAILED' }])).toHaveLength(1);
  });
  test('keeps the order and times of the events', () => {
    const lines = story([{ type: 'NEW' }, { type: 'SETTLED', actor: 'ISX' }]);
    expect(lines.map(({ title, atUtc }) => [title, atUtc])).toEqual([
      ['Created', at],
      ['Settled', at],
      ['No further steps', undefined],
    ]);
  });
});

describe('refunds in the story', () => {
  const refund = {
    refundId: 'r1',
    createdAtUtc: at,
    updatedAtUtc: at,
    refundPaymentReference: 'Back to you',
    refundPaymentAmount: 12.5,
    refundPaymentCurrency: 'GBP',
    refundStatus: 'PROCESSED',
  };
  test.each([
    ['REFUND_IN_PROGRESS', 'Refund of £12.50 started'],
    ['REFUND_PROCESSED', 'Refund of £12.50 processed'],
    ['REFUND_HELD', 'Refund of £12.50 held'],
    ['REFUND_FAILED', 'Refund of £12.50 failed'],
    ['REFUND_RETURNED', 'Refund of £12.50 returned'],
    ['REFUND_CANCELLED', 'Refund of £12.50 cancelled'],
    ['REFUND_LOST_AT_SEA', 'Refund of £12.50 lost at sea'],
    ['REFUND_constructor', 'Refund of £12.50 constructor'],
  ])('describes %s', (type, title) => {
    const [line] = story([{ type, actor: 'mia@northwind.example', detail: 'r1' }], { refunds: [refund] });
    expect([line?.title, withoutIsolates(line?.detail)]).toEqual([
      title,
      'By mia@northwind.example, reference Back to you.',
    ]);
  });
  test('says that a refund was requested, and only until the next step that it awaits approval', () => {
    const requested = { type: 'REFUND_REQUESTED', detail: 'r1' };
    const titles = (events: Event[]) => story(events, { refunds: [refund] }).map(({ title }) => title);
    expect(titles([requested])[0]).toBe('Refund of £12.50 awaiting approval');
    expect(titles([requested, { type: 'REFUND_IN_PROGRESS', detail: 'r1' }])[0]).toBe('Refund of £12.50 requested');
    expect(titles([requested, { type: 'REFUND_IN_PROGRESS', detail: 'r2' }])[0]).toBe(
      'Refund of £12.50 awaiting approval',
    );
  });
  test('shows an account provider by its usual name', () => {
    const [line] = story([{ type: 'REFUND_PROCESSED', actor: 'MODULR', detail: 'r1' }], { refunds: [refund] });
    expect(withoutIsolates(line?.detail)).toBe('By Modulr, reference Back to you.');
  });
  test('shows no amount for a refund that the payment does not list', () => {
    const [line] = story([{ type: 'REFUND_PROCESSED', detail: 'gone' }]);
    expect([line?.title, line?.detail]).toEqual(['Refund processed', undefined]);
  });
});

describe('next step', () => {
  const still = { canStartRefund: false, isToVirtualAccount: false };
  test.each<[string, Partial<WirePayIn>, string]>([
    ['NEW', { ...still, paymentStatus: 'NEW' }, 'What comes next: The shopper chooses a bank.'],
    [
      'AWAITING_AUTHORIZATION',
      { ...still, paymentStatus: 'AWAITING_AUTHORIZATION' },
      'What comes next: The shopper approves or declines at the bank.',
    ],
    ['AUTHORIZED', { ...still, paymentStatus: 'AUTHORIZED' }, 'What comes next: The bank accepts the payment.'],
    ['PENDING', { ...still, paymentStatus: 'PENDING' }, 'What comes next: The bank completes or rejects the payment.'],
    ['COMPLETED without a virtual account', { ...still, paymentStatus: 'COMPLETED' }, 'No further steps'],
    [
      'COMPLETED on its way to a virtual account',
      { ...still, paymentStatus: 'COMPLETED', isToVirtualAccount: true },
      'What comes next: The money arrives in your account.',
    ],
    [
      'FAILED',
      { ...still, paymentStatus: 'FAILED' },
      'What comes next: The customer was not charged. They can try again or use another bank.',
    ],
    ['SETTLED and refundable', {}, 'No further steps: £1,249.50 can still be refunded.'],
    ['SETTLED, partly refunded', { amountRefunded: 49.5 }, 'No further steps: £1,200.00 can still be refunded.'],
    ['SETTLED and refunding', { amountRefunding: 1 }, 'What comes next: Refund in progress. No action needed.'],
    [
      'SETTLED with a high risk',
      { riskCategory: 'HIGH' },
      'What comes next: Check who paid, because the risk is high. £1,249.50 can still be refunded.',
    ],
    [
      'SETTLED with a high risk, partly refunded',
      { riskCategory: 'HIGH', amountRefunded: 49.5 },
      'No further steps: £1,200.00 can still be refunded.',
    ],
    [
      'held',
      { ...still, statusTags: ['HELD'] },
      'What comes next: The account provider will release or return the money.',
    ],
  ])('for %s', (_, row, words) => expect(next(row)).toBe(words));

  test('asks for no check of a high-risk payment that was reviewed', () => {
    const facts = { row: payIn({ riskCategory: 'HIGH' }), details: details({ events: [] }) };
    expect(paymentStory(facts, { isReviewed: true }).at(-1)?.title).toBe('No further steps');
  });
  test('makes no promise about the charge for a payment that failed after it was sent', () => {
    const line = story([{ type: 'COMPLETED' }, { type: 'FAILED' }], { ...still, paymentStatus: 'FAILED' }).at(-1);
    expect(line?.detail).toBe(
      'The bank first said that the payment was sent. Contact support to find out whether the customer was charged.',
    );
  });
  test('never advises to ship', () => {
    const held = story([{ type: 'COMPLETED' }], { statusTags: ['HELD'], riskCategory: 'HIGH' });
    expect(held.map(({ title, detail }) => `${title} ${detail}`).join(' ')).not.toMatch(/ship|send the goods/i);
  });
});
