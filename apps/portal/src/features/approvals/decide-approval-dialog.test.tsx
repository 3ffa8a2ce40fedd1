import { QueryClientProvider } from '@tanstack/react-query';
import type { Approval } from '@volume/contract/approvals/approvals.ts';
import { listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { getPayout } from '@volume/contract/payouts/payouts.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { receiveToasts } from '#design/overlay/toast.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { wirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import type { Decision } from './approval-list.tsx';
import { DecideApprovalDialog } from './decide-approval-dialog.tsx';

const at = '2026-11-25T23:08:00.000';
const approval: Approval = {
  orderId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b09',
  kind: 'PAYOUT',
  state: 'WAITING',
  applicationId: 'a',
  payInAccountId: 1,
  paymentId: null,
  amount: 600_00,
  currency: 'GBP',
  reference: null,
  recipient: { name: 'Thames Freight', accountNumber: null, sortCode: null, iban: null },
  source: 'PERSON',
  requestedBy: 'otto@shop.example',
  createdAtUtc: at,
  expiresAtUtc: at,
  decidedBy: null,
  decidedAtUtc: null,
  reason: null,
};
const follow = `GET ${getPayout.path.replaceAll(/\{\w*\}/g, '{}')}`;
const account = {
  id: 1,
  isVirtualAccount: true,
  forCurrency: 'GBP',
  isLimitedVirtualAccount: false,
  virtualAccountInformation: { availableBalance: 5_000, balance: 5_000 },
  accountHolderName: 'Harbour & Bloom Ltd',
  accountIdentification1: { type: 'ACCOUNT_NUMBER', number: '55699624' },
  accountIdentification2: { type: 'SORT_CODE', number: '009957' },
  vaProviderType: 'MODULR',
  defaultForCurrency: true,
};

const beneficiary = {
  beneficiaryId: 'B1',
  accountHolderName: 'Thames Freight',
  accountType: 'SCAN',
  accountNumber: '55779911',
  sortCode: '009955',
  iban: null,
  status: 'Active',
  nameCheck: 'DIFFERS',
  nameAtBank: 'T Freight Holdings',
  payInAccountIds: [1],
  defaultForPayInAccountIds: [],
  addedAtUtc: null,
  addedBy: null,
  coolingUntilUtc: null,
};

let capabilities: string[];
let toasts: string[];
let reads: string[];
let refusal: { statusCode: number; statusName: string; errorMessage: string; source: string } | undefined;
let order: { status: string; statusDescription: string | null };
let stopToasts: () => void;
const onClose = vi.fn<() => void>();

beforeEach(() => {
  putSettings();
  signIn({ merchantId: 'm', authorities: ['EDIT_SETTINGS'] });
  [capabilities, toasts, reads, refusal] = [[follow], [], [], undefined];
  order = { status: 'IN_PROGRESS', statusDescription: null };
  onClose.mockReset();
  stopToasts = receiveToasts(({ title }) => toasts.push(title));
  vi.stubGlobal('fetch', async (target: string, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    if (target.endsWith('/capabilities')) return Response.json(capabilities);
    if (method === 'POST' && refusal) return Response.json(refusal, { status: refusal.statusCode });
    if (method === 'POST') return Response.json({ ...approval, amount: 600, state: 'APPROVED' });
    if (target.includes('payin-accounts')) return Response.json([account]);
    if (target.includes('eneficiaries')) return Response.json([beneficiary]);
    reads.push(target);
    return Response.json(target.includes('/payments/') ? refunded() : payout());
  });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  stopToasts();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const payout = () => ({
  payoutPaymentId: approval.orderId,
  createdAtUtc: at,
  updatedAtUtc: at,
  ...order,
  payInAccountId: 1,
  type: 'PAYOUT',
  initiatedBy: null,
  payoutRequestDetails: {
    amount: 600,
    currency: 'GBP',
    reference: null,
    destination: { type: 'SCAN', id: 'b', name: null, accountNumber: null, sortCode: null, iban: null },
  },
});
const refunded = () =>
  wirePayIn({
    refunds: [
      {
        refundId: approval.orderId,
        createdAtUtc: at,
        updatedAtUtc: at,
        refundPaymentReference: null,
        refundPaymentAmount: 600,
        refundPaymentCurrency: 'GBP',
        refundStatus: order.status,
        refundStatusDescription: order.statusDescription,
      },
    ],
  });

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function decide(action: string, { decision = 'approve', of = {} }: { decision?: Decision; of?: object } = {}) {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <DecideApprovalDialog merchantId="m" approval={{ ...approval, ...of }} {...{ decision, onClose }} isOpen />
    </QueryClientProvider>,
  );
  await screen.findByText('From');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: action }));
  await pass(1);
}

test('follows an approved payout and closes with the usual toast when it is processed', async () => {
  await decide('Approve payout of £600.00');
  expect(screen.queryByText('Sending the payout to the bank…')).not.toBeNull();
  order = { status: 'PROCESSED', statusDescription: null };
  await pass(250);
  expect([toasts, onClose.mock.calls.length]).toEqual([['Payout of £600.00 approved'], 1]);
});

test.each([
  ['payout', {}, 'Open payout'],
  ['refund', { kind: 'REFUND', paymentId: 'p' }, 'Open payment'],
])('an approved %s that is refused shows why, and cannot be approved again', async (noun, of, link) => {
  await decide(`Approve ${noun} of £600.00`, { of });
  order = { status: 'FAILED', statusDescription: 'The account is closed' };
  await pass(250);
  const refusal = screen.getByRole('alert').textContent;
  expect(refusal).toContain('The account is closed');
  expect(refusal).toContain('of £600.00 was approved, but no money has left. It is available again.');
  expect(screen.queryByRole('link', { name: link })).not.toBeNull();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(toasts).toEqual([]);
});

test.each([
  ['approve', 'Approve payout of £600.00'],
  ['refuse', 'Refuse payout of £600.00'],
  ['cancel', 'Cancel payout of £600.00'],
] as const)(
  'does not claim after "%s" that an order is pending that another user has decided',
  async (decision, action) => {
    const errorMessage = 'This was already approved by Amelia Hughes. Nothing was changed.';
    refusal = { statusCode: 409, statusName: 'NOT_WAITING', errorMessage, source: 'VOLUME' };
    await decide(action, { decision });
    const shown = screen.getByRole('alert').textContent;
    expect(shown).toContain(errorMessage);
    expect(shown).not.toMatch(/No money has left|still pending/);
  },
);

test.each(['refuse', 'cancel'] as const)('does not follow an order after "%s"', async (decision) => {
  await decide(`${decision === 'refuse' ? 'Refuse' : 'Cancel'} payout of £600.00`, { decision });
  expect([reads, onClose.mock.calls.length]).toEqual([[], 1]);
});

test('closes immediately where a payout cannot be read', async () => {
  capabilities = [];
  await decide('Approve payout of £600.00');
  expect([reads, toasts]).toEqual([[], ['Payout of £600.00 approved']]);
});

test('shows what the bank said about the name of the recipient, before the approval', async () => {
  capabilities = [`GET ${listBeneficiaries.path.replaceAll(/\{\w*\}/g, '{}')}`];
  const recipient = { name: 'Thames Freight', accountNumber: '55779911', sortCode: '009955', iban: null };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DecideApprovalDialog
        merchantId="m"
        approval={{ ...approval, recipient }}
        decision="approve"
        onClose={onClose}
        isOpen
      />
    </QueryClientProvider>,
  );
  const term = await screen.findByText('Name check');
  expect(term.nextElementSibling?.textContent).toContain('T Freight Holdings');
});
