import { merchantFee } from '#e2e/faults/answers/fee-answers.ts';
import { health } from '#e2e/faults/answers/record-answers.ts';
import { merchantId } from '#e2e/fake-provider/world.ts';
import { type Form, press } from './form.ts';

const disabled = { atUtc: '2026-03-01T10:00:00.000', by: 'ada@fake-provider.example', reason: 'Ownership dispute' };
const stopping = {
  merchantId,
  disabled: null,
  stops: {
    users: 2,
    apiKeys: 1,
    openLinks: 3,
    hasMoreLinks: false,
    unapprovedPayments: 1,
    waitingOrders: 1,
    nextPayoutAtUtc: '2026-03-02T06:00:00.000',
    bulkJobs: 1,
  },
  continues: {
    approvedPayments: 1,
    payouts: 1,
    refunds: 0,
    onTheirWay: [{ currency: 'GBP', amount: 24.23 }],
    balances: [{ currency: 'GBP', amount: 31.07 }],
  },
  administrators: [{ name: 'Ida', email: 'ida@fake-provider.example' }],
};
const onPage = { address: `/admin/merchants/${merchantId}`, viewer: 'admin' } as const;

export const merchantForms: Form[] = [
  {
    ...onPage,
    name: 'a fee',
    call: 'PUT platform/merchants/{}/fee',
    answers: {
      'GET merchants/{}/health': { ...health, disabled: null },
      'PUT platform/merchants/{}/fee': merchantFee,
    },
    reach: press('Change fee…'),
    typed: {
      'New fee of each pay-in, in percent': '0.5',
      'Valid from': '1 May 2026',
      'Reason (optional)': 'New contract',
    },
    action: 'Change fee',
  },
  {
    ...onPage,
    name: 'a disabled merchant',
    call: 'POST platform/merchants/{}/disable',
    answers: {
      'GET merchants/{}/health': { ...health, disabled: null },
      'GET platform/merchants/{}/stopping': stopping,
      'POST platform/merchants/{}/disable': { merchantId, disabled },
    },
    reach: press('Disable merchant…'),
    typed: { Reason: 'Ownership dispute' },
    action: 'Disable merchant',
  },
  {
    ...onPage,
    name: 'an enabled merchant',
    call: 'POST platform/merchants/{}/enable',
    answers: {
      'GET merchants/{}/health': { ...health, disabled },
      'GET platform/merchants/{}/stopping': { ...stopping, disabled },
      'POST platform/merchants/{}/enable': { merchantId, disabled: null },
    },
    reach: press('Enable merchant…'),
    typed: { 'Reason (optional)': 'Settled' },
    action: 'Enable merchant',
  },
];
