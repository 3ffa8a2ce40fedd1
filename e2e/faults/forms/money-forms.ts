import { exchange, fileSchedule } from '#e2e/faults/answers/money-answers.ts';
import { refusal } from '#e2e/fake-provider/answers.ts';
import { paymentLinks, paymentId, paymentIntentId } from '#e2e/fake-provider/world-of-payments.ts';
import { payInAccounts } from '#e2e/fake-provider/world.ts';
import { later } from '#e2e/fake-provider/wire-time.ts';
import { type Form, inPage, press, steps, withoutFactor } from './form.ts';

const [pounds, euros] = payInAccounts;
const bothVirtual = [pounds, { ...pounds, id: 12, forCurrency: 'EUR', accountHolderName: euros?.accountHolderName }];
const accounts = { 'GET merchants/{}/applications/{}/payin-accounts-with-aggregated-balances': bothVirtual };
const quote = { ...exchange, quoteId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b99', expiresAtUtc: later };
const quotes = { 'POST merchants/{}/applications/{}/exchange/quotes': quote };
const open = { ...paymentLinks[0], paymentIntentStatus: 'NOT_STARTED' };

export const moneyForms: Form[] = [
  {
    name: 'a refund',
    address: `/payments/${paymentId}`,
    call: 'POST payments/{}/refunds',
    reach: press('Refund…'),
    typed: { Amount: '2.20' },
    action: 'Refund £2.20',
  },
  {
    name: 'the proof for a refund',
    address: `/payments/${paymentId}`,
    call: 'POST accounts/self/step-up',
    answers: {
      ...withoutFactor,
      'POST accounts/self/step-up': { stepUpToken: 'proof-1', expiresAtUtc: later },
    },
    refusals: { 'POST payments/{paymentId}/refunds': refusal(403, 'STEP_UP_REQUIRED', 'Prove who you are') },
    reach: async (page) => {
      await press('Refund…')(page);
      await page.getByLabel('Amount').fill('2.20');
      await press('Refund £2.20')(page);
    },
    typed: { Password: 'the-password' },
    isPlain: true,
    action: 'Refund £2.20',
  },
  {
    name: 'a payout',
    address: '/balances/overview',
    call: 'POST merchants/{}/applications/{}/payouts',
    reach: press('Pay out…'),
    typed: { Amount: '1.10' },
    action: 'Pay out £1.10',
  },
  {
    name: 'a payout schedule',
    address: '/balances/overview',
    call: 'POST merchants/{}/applications/{}/payouts/schedule',
    answers: {
      'GET merchants/{}/applications/{}/payouts/schedule': [],
      'POST merchants/{}/applications/{}/payouts/schedule': {
        scheduleId: 'schedule-1',
        payInAccountId: 11,
        enabled: true,
        frequency: 'DAILY',
        dayOfWeek: null,
        dayOfMonth: null,
        timeUtc: '06:00',
        amountType: 'ALL',
        amount: null,
        minimumBalance: 0,
        nextRunAtUtc: later,
      },
    },
    reach: async (page) => {
      await press(/^More for/)(page);
      await page.getByRole('menuitem').filter({ hasText: 'chedule' }).click();
    },
    typed: { 'Minimum balance': '12.50' },
    action: 'Save schedule',
  },
  {
    name: 'a scheduled file',
    address: '/balances/scheduled-files',
    call: 'POST merchants/{}/applications/{}/file-schedules',
    answers: { 'POST merchants/{}/applications/{}/file-schedules': fileSchedule },
    reach: steps(press('New schedule'), async (page) => page.getByRole('radio', { name: 'Another address' }).check()),
    typed: { 'Email address': 'finance@fake-provider.example' },
    action: 'Add schedule',
  },
  {
    name: 'a quote',
    address: '/exchange',
    call: 'POST merchants/{}/applications/{}/exchange/quotes',
    answers: { ...accounts, ...quotes },
    typed: { 'You sell': '100.00' },
    isInPage: true,
    action: 'Get a quote',
    whileUnsent: inPage('Get a quote'),
  },
  {
    name: 'an exchange',
    address: '/exchange',
    call: 'POST merchants/{}/applications/{}/exchange',
    answers: { ...accounts, ...quotes, 'POST merchants/{}/applications/{}/exchange': exchange },
    reach: async (page) => {
      await page.getByLabel('You sell').fill('100.00');
      await press('Get a quote')(page);
    },
    isInPage: true,
    action: 'Exchange £100.00',
    whileUnsent: inPage('Exchange £100.00'),
  },
  {
    name: 'a payment link',
    address: '/pay-by-link',
    call: 'POST paymentintents/link',
    reach: press('Create link'),
    typed: { Amount: '3.30', Description: 'Bouquet' },
    action: 'Create link for £3.30',
  },
  {
    name: 'the end of a payment link',
    address: `/pay-by-link/${paymentIntentId}`,
    call: 'POST paymentintents/{}/cancel',
    answers: {
      'GET paymentintents/{}': open,
      'POST paymentintents/{}/cancel': { ...open, paymentIntentStatus: 'EXPIRED' },
    },
    reach: press('Cancel link'),
    action: 'Cancel link for £5.00',
  },
];
