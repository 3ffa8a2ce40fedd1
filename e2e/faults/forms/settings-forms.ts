import { beneficiary } from '#e2e/faults/answers/money-answers.ts';
import { administrator, delivery } from '#e2e/faults/answers/record-answers.ts';
import { merchant, apiKeys } from '#e2e/fake-provider/world.ts';
import { choose, type Form, inPage, press, steps } from './form.ts';

const application = merchant.applications[0];
/** One delivery of the log, with the sent request. */
const opened = {
  'GET merchants/{}/applications/{}/webhook-deliveries/{}': { ...delivery, authorization: 'SHA256withRSA c2ln' },
};

export const settingsForms: Form[] = [
  {
    name: 'a new user',
    address: '/settings/users',
    call: 'POST merchants/{}/accounts',
    reach: steps(press('Add user'), async (page) => page.getByRole('radio', { name: 'Merchant Viewer' }).check()),
    typed: { 'Email address': 'hazel@fake-provider.example' },
    action: 'Send invitation',
  },
  {
    name: 'a new administrator',
    address: '/admin/administrators',
    viewer: 'admin',
    call: 'POST administrators',
    answers: { 'POST administrators': { ...administrator, invitation: 'PENDING' } },
    reach: press('Invite'),
    typed: { 'Email address': 'hazel@fake-provider.example' },
    action: 'Send invitation',
  },
  {
    name: 'a changed user',
    address: '/settings/users',
    call: 'PUT merchants/{}/accounts/{}',
    reach: choose('otto@', 'Edit…'),
    typed: { Name: 'Otto Standing' },
    action: 'Save changes',
  },
  {
    name: 'a disabled user',
    address: '/settings/users',
    call: 'PUT accounts/{}/disable',
    reach: choose('otto@', 'Disable…'),
    action: 'Disable otto@fake-provider.example',
  },
  {
    name: 'a key',
    address: '/settings/security',
    call: 'POST merchants/{}/applications/{}/secret/{}/reset',
    answers: {
      'GET merchants/{}/applications/{}/secret': apiKeys,
      'POST merchants/{}/applications/{}/secret/{}/reset': { key: 'PRIMARY', value: 'the-new-key' },
    },
    reach: press('Reset the primary key…'),
    action: 'Reset the primary key',
    whileUnsent: inPage('Reset the primary key'),
  },
  {
    name: 'what a key may do',
    address: '/settings/security',
    call: 'PUT merchants/{}/applications/{}/secret/{}/settings',
    answers: {
      'GET merchants/{}/applications/{}/secret': apiKeys,
      'PUT merchants/{}/applications/{}/secret/{}/settings': {
        key: 'PRIMARY',
        allowedAddresses: ['198.51.100.7'],
        moneyLimit: 50,
        lastUsedAtUtc: null,
        lastUsedFrom: null,
      },
    },
    reach: press('Edit the primary key…'),
    typed: { 'Allowed addresses': '198.51.100.7', 'Refunds and payouts in 24 hours': '50' },
    action: 'Save',
  },
  {
    name: 'a new beneficiary',
    address: '/settings/accounts',
    call: 'POST merchants/{}/applications/{}/beneficiaries',
    answers: { 'POST merchants/{}/applications/{}/beneficiaries': { ...beneficiary, beneficiaryId: 'B8' } },
    reach: press('Add beneficiary'),
    typed: { 'Account holder': 'Hazel Ltd', 'Sort code': '20-11-09', 'Account number': '5519 0022' },
    action: 'Add beneficiary',
  },
  {
    name: 'a disabled beneficiary',
    address: '/settings/accounts',
    call: 'PUT merchants/{}/applications/{}/beneficiaries/{}/disable',
    answers: {
      'PUT merchants/{}/applications/{}/beneficiaries/{}/disable': { ...beneficiary, status: 'Disabled' },
    },
    reach: choose('Stand-in', 'Disable…'),
    action: 'Disable beneficiary',
  },
  {
    name: 'a default beneficiary',
    address: '/settings/accounts',
    call: 'PUT merchants/{}/applications/{}/beneficiaries/{}/default',
    answers: {
      'PUT merchants/{}/applications/{}/beneficiaries/{}/default': { ...beneficiary, defaultForPayInAccountIds: [11] },
    },
    reach: choose('Stand-in', 'Make default of the GBP account…'),
    action: 'Make default of the GBP account',
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
    action: 'Save',
    whileUnsent: inPage('Save'),
  },
  {
    name: 'webhook addresses',
    address: '/settings/webhooks-callbacks',
    call: 'PUT merchants/{}/applications/{}/webhooks-callbacks',
    typed: { 'Cancel URL': 'https://shop.example/basket' },
    isInPage: true,
    action: 'Save change',
    whileUnsent: inPage('Save change'),
  },
  {
    name: 'a test event',
    address: '/settings/webhooks-callbacks?view=deliveries',
    call: 'POST merchants/{}/applications/{}/webhook-deliveries/test',
    // The form opens the sent event immediately.
    answers: { ...opened, 'POST merchants/{}/applications/{}/webhook-deliveries/test': delivery },
    reach: press('Send test event'),
    action: 'Send a payment event',
    whileUnsent: inPage('Send a payment event'),
  },
  {
    name: 'a delivery sent again',
    address: '/settings/webhooks-callbacks?view=deliveries',
    call: 'POST merchants/{}/applications/{}/webhook-deliveries/{}/resend',
    answers: {
      ...opened,
      'POST merchants/{}/applications/{}/webhook-deliveries/{}/resend': { ...delivery, state: 'PENDING' },
    },
    reach: async (page) => page.locator('tbody a.row-link').first().click(),
    action: 'Resend',
    // The dialog stays open and then shows the result.
    whileUnsent: (page) => page.getByRole('dialog').getByRole('alert'),
  },
];
