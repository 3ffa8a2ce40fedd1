import { toPage } from '@volume/contract/lists/page.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { PayoutSheet } from './payout-sheet.tsx';

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-11-25T23:08:00.000';
const account = { name: 'Harbour & Bloom', accountNumber: '55779911', sortCode: '009955', iban: null };
const payout = {
  payoutPaymentId: '01a214f7-34e7-7ffc-982a-082f9d2fae93',
  createdAtUtc: at,
  updatedAtUtc: at,
  status: 'CANCELLED',
  statusDescription: 'Refused by amelia@shop.example: Not in the budget',
  payInAccountId: 1,
  type: 'PAYOUT',
  initiatedBy: 'maya@shop.example',
  payoutRequestDetails: {
    amount: 123_456,
    currency: 'GBP' as const,
    reference: 'PAYOUT-1',
    destination: { ...account, type: 'BENEFICIARY', id: null },
  },
};
const approval = {
  orderId: payout.payoutPaymentId,
  kind: 'PAYOUT',
  state: 'REFUSED',
  applicationId: 'a',
  payInAccountId: 1,
  paymentId: null,
  amount: 1234.56,
  currency: 'GBP',
  reference: 'PAYOUT-1',
  recipient: account,
  source: 'PERSON',
  requestedBy: 'maya@shop.example',
  createdAtUtc: at,
  expiresAtUtc: at,
  decidedBy: 'amelia@shop.example',
  decidedAtUtc: at,
  reason: 'Not in the budget',
};

test('shows once how an order that needed approval ended', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (target: string) => {
    asked.push(target);
    const approvals = { ...toPage([approval], { page: 0, size: 1, totalElements: 1 }), isOn: true, waiting: 0 };
    return new Response(JSON.stringify(target.endsWith('/capabilities') ? ['GET merchants/{}/approvals'] : approvals));
  });
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <PayoutSheet
        scope={{ merchantId: 'm', applicationId: 'a' }}
        listed={[payout]}
        accounts={[]}
        payoutPaymentId={payout.payoutPaymentId}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(asked.some((target) => target.includes('/approvals'))).toBe(true));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect((await screen.findAllByText(/Not in the budget/)).map(({ textContent }) => textContent)).toEqual([
    payout.statusDescription,
  ]);
});
