import type { Page } from '@playwright/test';
import { type Answer, refusal } from '#e2e/stand-in/answers.ts';
import { tokenOf } from '#e2e/stand-in/provider-test.ts';
import { payIntents, paymentId, paymentIntentId } from '#e2e/stand-in/world-of-payments.ts';
import { merchant, payInAccounts, secret } from '#e2e/stand-in/world.ts';
import { delivery, exchange, later } from './own-answers.ts';
import type { Viewer } from './screens.ts';
import { everything } from './stage.ts';

/** A form that sends one write: how a person comes to it, what is typed, and what sends it. */
export interface Form {
  name: string;
  address: string;
  /** A merchant's own person, if nothing else is said. */
  viewer?: Viewer;
  /** The write, `METHOD path` with every id written `{}`. */
  call: string;
  /** What else is answered in its world, by name. */
  answers?: Record<string, unknown>;
  /** Answers other than 200, by the stand-in's own names. */
  refusals?: Record<string, Answer>;
  /** From the address to the form. */
  reach?: (page: Page) => Promise<void>;
  /** What is typed, by label. */
  typed?: Record<string, string>;
  /** The button that sends, by name. */
  deed: string;
  /** What is there as long as it is not sent: the form itself, unless something else says so better. */
  standing?: (page: Page) => ReturnType<Page['locator']>;
  /** It stands in the page, not in a dialog. */
  isInPage?: true;
  /** Its call answers with nothing: any success is one. */
  isDeaf?: true;
  /** It has words of its own, without a trace: before the session, and beside a code. */
  isPlain?: true;
}

const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();
const choose = (row: string, line: string) => async (page: Page) => {
  const actions = page
    .getByRole('row')
    .filter({ hasText: row })
    .getByRole('button', { name: /^Actions for/ });
  await actions.click();
  await page.getByRole('menuitem', { name: line }).click();
};
const steps =
  (...all: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page);
  };

const signedIn = { accessToken: tokenOf({ authorities: everything }), email: 'ida@stand-in.example' };
/** What a call answers that answers nothing. */
const nothing = {};
const withoutFactor = {
  'GET accounts/self/two-factor': { kind: 'NONE', isRequired: false, recoveryCodesLeft: 0 },
};
const recoveryCodes = ['aaaa-1111', 'bbbb-2222'];
const [pounds, euros] = payInAccounts;
const bothVirtual = [pounds, { ...pounds, id: 12, forCurrency: 'EUR', accountHolderName: euros?.accountHolderName }];
const accounts = { 'GET merchants/{}/applications/{}/payin-accounts-with-aggregated-balances': bothVirtual };
const quote = { ...exchange, quoteId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b99', expiresAtUtc: later };
const quotes = { 'POST merchants/{}/applications/{}/exchange/quotes': quote };
const open = { ...payIntents[0], paymentIntentStatus: 'NOT_STARTED' };
const application = merchant.applications[0];
const inPage = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });

const ofMoney: Form[] = [
  {
    name: 'a refund',
    address: `/payments/${paymentId}`,
    call: 'POST payments/{}/refunds',
    reach: press('Refund…'),
    typed: { Amount: '2.20' },
    deed: 'Refund £2.20',
  },
  {
    name: 'the proof for a refund',
    address: `/payments/${paymentId}`,
    call: 'POST accounts/self/step-up',
    answers: { 'POST accounts/self/step-up': { stepUpToken: 'proof-1', expiresAtUtc: later } },
    refusals: { 'POST payments/{paymentId}/refunds': refusal(403, 'STEP_UP_REQUIRED', 'Prove who you are') },
    reach: async (page) => {
      await press('Refund…')(page);
      await page.getByLabel('Amount').fill('2.20');
      await press('Refund £2.20')(page);
    },
    typed: { Password: 'the-password' },
    isPlain: true,
    deed: 'Refund £2.20',
  },
  {
    name: 'a payout',
    address: '/balances/overview',
    call: 'POST merchants/{}/applications/{}/payouts',
    reach: press('Pay out…'),
    typed: { Amount: '1.10' },
    deed: 'Pay out £1.10',
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
    typed: { 'Keep in the account': '12.50' },
    deed: 'Save the schedule',
  },
  {
    name: 'a quote',
    address: '/exchange',
    call: 'POST merchants/{}/applications/{}/exchange/quotes',
    answers: { ...accounts, ...quotes },
    typed: { 'You sell': '100.00' },
    isInPage: true,
    deed: 'Get a quote',
    standing: inPage('Get a quote'),
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
    deed: 'Get €115.20',
    standing: inPage('Get €115.20'),
  },
  {
    name: 'a payment link',
    address: '/pay-by-link',
    call: 'POST paymentintents/link',
    reach: press('Create link'),
    typed: { Amount: '3.30', 'What the payer reads': 'Bouquet' },
    deed: 'Create link for £3.30',
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
    deed: 'Cancel link for £5.00',
  },
];

const ofSettings: Form[] = [
  {
    name: 'a new user',
    address: '/settings/users',
    call: 'POST merchants/{}/accounts',
    reach: steps(press('Add user'), async (page) => page.getByRole('checkbox', { name: 'Merchant Viewer' }).check()),
    typed: { 'Email address': 'hazel@stand-in.example' },
    deed: 'Send invitation',
  },
  {
    name: 'a changed user',
    address: '/settings/users',
    call: 'PUT merchants/{}/accounts/{}',
    reach: choose('otto@', 'Edit…'),
    typed: { Name: 'Otto Standing' },
    deed: 'Save changes',
  },
  {
    name: 'a disabled user',
    address: '/settings/users',
    call: 'PUT accounts/{}/disable',
    reach: choose('otto@', 'Disable…'),
    deed: 'Disable otto@stand-in.example',
  },
  {
    name: 'a key',
    address: '/settings/security',
    call: 'POST merchants/{}/applications/{}/secret/{}/reset',
    answers: {
      'GET merchants/{}/applications/{}/secret': secret,
      'POST merchants/{}/applications/{}/secret/{}/reset': { key: 'PRIMARY', value: 'the-new-key' },
    },
    reach: press('Reset the primary key…'),
    deed: 'Reset the primary key',
    standing: inPage('Reset the primary key'),
  },
  {
    name: 'institutions',
    address: '/settings/institutions',
    call: 'PUT merchants/{}/applications/{}/institutions',
    answers: {
      'PUT merchants/{}/applications/{}/institutions': { ...application, institutions: ['natwest', 'monzo'] },
    },
    reach: async (page) => page.getByRole('checkbox', { name: /^monzo/ }).check(),
    isInPage: true,
    deed: 'Save',
    standing: inPage('Save'),
  },
  {
    name: 'webhook addresses',
    address: '/settings/webhooks-callbacks',
    call: 'PUT merchants/{}/applications/{}/webhooks-callbacks',
    typed: { 'When the payer turns back': 'https://shop.example/basket' },
    isInPage: true,
    deed: 'Save the change',
    standing: inPage('Save the change'),
  },
  {
    name: 'a test event',
    address: '/settings/webhooks-callbacks?view=deliveries',
    call: 'POST merchants/{}/applications/{}/webhook-deliveries/test',
    answers: { 'POST merchants/{}/applications/{}/webhook-deliveries/test': delivery },
    reach: press('Send test event'),
    deed: 'Send a payment event',
    standing: inPage('Send a payment event'),
  },
  {
    name: 'a delivery sent again',
    address: '/settings/webhooks-callbacks?view=deliveries',
    call: 'POST merchants/{}/applications/{}/webhook-deliveries/{}/resend',
    answers: {
      'GET merchants/{}/applications/{}/webhook-deliveries/{}': { ...delivery, authorization: 'SHA256withRSA c2ln' },
      'POST merchants/{}/applications/{}/webhook-deliveries/{}/resend': { ...delivery, state: 'PENDING' },
    },
    reach: async (page) => page.locator('tbody a.row-link').first().click(),
    deed: 'Send again',
    // It stays: what comes of it shows by itself.
    standing: (page) => page.getByRole('dialog').getByRole('alert'),
  },
];

const ofThePerson: Form[] = [
  {
    name: 'the own name',
    address: '/settings/account-settings',
    call: 'PUT accounts/self',
    answers: { 'PUT accounts/self': nothing },
    typed: { Name: 'Ida Sitting', Phone: '+44 20 7946 0000' },
    isInPage: true,
    isDeaf: true,
    deed: 'Save',
    standing: (page) => page.getByRole('alert'),
  },
  {
    name: 'the own password',
    address: '/settings/account-settings',
    call: 'POST accounts/self/password',
    answers: { 'POST accounts/self/password': nothing },
    reach: press('Change password…'),
    typed: { 'New password': 'seven kites at low tide' },
    isDeaf: true,
    deed: 'Change password',
  },
  {
    name: 'the set-up of an authenticator',
    address: '/settings/account-settings',
    call: 'POST accounts/self/two-factor',
    answers: {
      ...withoutFactor,
      'POST accounts/self/two-factor': { twoFactorRequestId: 'request-1' },
    },
    reach: press('Set up an app…'),
    deed: 'Continue',
    standing: inPage('Continue'),
  },
  {
    name: 'the proof of an authenticator',
    address: '/settings/account-settings',
    call: 'POST accounts/two-factor/{}',
    answers: {
      ...withoutFactor,
      'POST accounts/self/two-factor': { twoFactorRequestId: 'request-1' },
      'POST accounts/two-factor/{}': { ...signedIn, recoveryCodes },
    },
    reach: steps(press('Set up an app…'), press('Continue')),
    typed: { 'Code from the app': '12345' },
    deed: 'Confirm',
    standing: inPage('Confirm'),
    isPlain: true,
  },
  {
    name: 'the end of every session',
    address: '/settings/account-settings',
    call: 'POST accounts/self/sign-out-everywhere',
    answers: { 'POST accounts/self/sign-out-everywhere': nothing },
    reach: press('Sign out everywhere…'),
    isDeaf: true,
    deed: 'Sign out everywhere',
  },
];

const ofTheDoor: Form[] = [
  {
    name: 'sign-in',
    address: '/auth/signin',
    viewer: 'nobody',
    call: 'POST accounts/sign-in',
    typed: { Email: 'ida@stand-in.example', Password: 'the-password' },
    isInPage: true,
    deed: 'Sign in',
    standing: inPage('Sign in'),
    isPlain: true,
  },
  {
    name: 'a forgotten password',
    address: '/auth/forgot-password',
    viewer: 'nobody',
    call: 'POST accounts/forgot-password',
    typed: { Email: 'ida@stand-in.example' },
    isInPage: true,
    isDeaf: true,
    deed: 'Send the link',
    standing: inPage('Send the link'),
    isPlain: true,
  },
  {
    name: 'a chosen password',
    address: '/auth/reset-password/link-of-a-mail',
    viewer: 'nobody',
    call: 'POST accounts/reset-password',
    typed: { 'New password': 'seven kites over the harbour' },
    isInPage: true,
    isDeaf: true,
    deed: 'Save the password',
    standing: inPage('Save the password'),
    isPlain: true,
  },
  {
    name: 'sign-up',
    address: '/auth/signup',
    viewer: 'nobody',
    call: 'POST merchants/create-with-non-virtual-pay-in-account/sandbox',
    typed: { 'Company name': 'Kite & Co', 'Work email': 'nora@kite.example' },
    isInPage: true,
    isDeaf: true,
    deed: 'Create the account',
    standing: inPage('Create the account'),
    isPlain: true,
  },
  {
    name: 'a one-time code',
    address: '/auth/verify-otp/request-of-a-sign-in',
    viewer: 'nobody',
    call: 'POST accounts/otp/{}',
    answers: { 'POST accounts/otp/{}': signedIn },
    typed: { 'One-time code': '12345' },
    isInPage: true,
    deed: 'Continue',
    standing: inPage('Continue'),
    isPlain: true,
  },
  {
    name: 'a second factor that is required',
    address: '/auth/set-two-factor/request-of-a-sign-in',
    viewer: 'nobody',
    call: 'POST accounts/two-factor/{}',
    answers: { 'POST accounts/two-factor/{}': { ...signedIn, recoveryCodes } },
    typed: { 'Code from the app': '12345' },
    isInPage: true,
    deed: 'Continue',
    standing: (page) => page.getByLabel('Code from the app'),
    isPlain: true,
  },
];

/** Every form that writes. */
export const forms: Form[] = [...ofMoney, ...ofSettings, ...ofThePerson, ...ofTheDoor];
