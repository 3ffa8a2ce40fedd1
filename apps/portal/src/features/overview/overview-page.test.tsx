import { toPage } from '@volume/contract/lists/page.ts';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleStreamEvent } from '#platform/changes/changes.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { LatestPayIns } from './latest.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { OverviewPage } from './overview-page.tsx';

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function signInWith(authorities: readonly string[]): void {
  signIn({ merchantId: 'm', authorities });
}

test('shows a user without a role no balances and does not request them', () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (target: string) => {
    asked.push(target);
    return new Promise(() => undefined);
  });
  signInWith([]);
  const scope = { merchantId: 'm', applicationId: 'a' };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OverviewPage choice={{}} today="2026-11-21" owner={scope} scope={scope} onChoice={() => undefined} />
    </QueryClientProvider>,
  );
  expect(screen.queryByText('You don’t have permission to view payments')).not.toBeNull();
  expect(screen.queryByText('Ask an administrator to change your permissions.')).not.toBeNull();
  expect(screen.queryByRole('group', { name: 'Days before today' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Balances' })).toBeNull();
  expect(asked).toEqual([]);
});

test('shows that it is loading, and nothing that needs attention, before the counts have loaded', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  signInWith(['VIEW_ONLY']);
  const owner = { applicationId: 'a', merchantId: undefined };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NeedsAttention owner={owner} scope={undefined} today="2026-11-21" />
    </QueryClientProvider>,
  );
  const section = within(screen.getByRole('region', { name: 'Needs attention' }));
  expect(section.getByRole('list').getAttribute('aria-busy')).toBe('true');
  expect(section.queryByRole('link')).toBeNull();
});

/** A payment whose payer's name was provided by the merchant, not by the bank. */
const row = {
  paymentId: '018cc778-5000-7fb8-ab33-000000000001',
  merchantId: '018cc778-5000-7fb8-ab33-00000000a001',
  applicationId: '018cc778-5000-7fb8-ab33-00000000b001',
  merchantPaymentId: null,
  paymentStatus: 'NEW',
  paymentType: 'VOLUME',
  isNewPayment: true,
  newPaymentId: null,
  newAttemptId: null,
  tracingId: null,
  createdAt: '2026-11-20T09:05:00.000',
  isToVirtualAccount: true,
  canStartRefund: false,
  amountRefunded: 0,
  amountRefunding: 0,
  refunds: [],
  payer: null,
  statusTags: [],
  riskCategory: 'NA',
  merchantReference: null,
  merchantProvidedPayerDetailsNames: 'mon',
  paymentRequest: { amount: 12.5, currency: 'EUR', reference: null },
};

test("shows the payer of the newest pay-ins as the list does, by the merchant's name for them where the bank sent none", async () => {
  signInWith(['VIEW_ONLY']);
  const page = toPage([row], { page: 0, size: 1, totalElements: 1 });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(page)));
  const { applicationId } = row;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LatestPayIns
        owner={{ applicationId, merchantId: undefined }}
        period={{ from: '2026-11-01', to: '2026-11-21' }}
      />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('cell', { name: 'mon' })).closest('tr')?.textContent).toContain('€12.50');
});

test('shows a payment made elsewhere in the figures and the newest pay-ins without a manual refresh', async () => {
  signInWith(['VIEW_ONLY']);
  let amounts = [12.5];
  const answers: Record<string, () => unknown> = {
    payments: () =>
      toPage(
        amounts.map((amount, at) => ({
          ...row,
          paymentId: row.paymentId.replace(/1$/, `${at + 1}`),
          paymentRequest: { ...row.paymentRequest, amount },
        })),
        { page: 0, size: 6, totalElements: amounts.length },
      ),
    summary: () => ({
      totals: [{ currency: 'EUR', paymentStatus: 'NEW', count: amounts.length, amount: amounts.length * 12.5 }],
    }),
    revenue: () => ({ periodType: 'DAY', items: [] }),
    capabilities: () => [],
    failures: () => ({ count: 0, reasons: [], banks: [], hours: [] }),
  };
  vi.stubGlobal('fetch', async (target: string) => {
    const name = new URL(target).pathname.split('/').at(-1) ?? '';
    return Response.json(answers[name]?.() ?? null);
  });
  const { applicationId } = row;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OverviewPage
        choice={{}}
        today="2026-11-21"
        owner={{ applicationId, merchantId: undefined }}
        scope={undefined}
        onChoice={() => undefined}
      />
    </QueryClientProvider>,
  );
  const newest = within(await screen.findByRole('table', { name: 'The newest pay-ins' }));
  await newest.findByRole('cell', { name: '€12.50' });
  await screen.findByRole('link', { name: 'Pay-ins 1' });
  expect(screen.queryByText(/^Updated /)).not.toBeNull();
  act(() => handleStreamEvent({ kind: 'open' }));
  amounts = [64, 12.5];
  act(() => handleStreamEvent({ kind: 'changes', message: [{ merchantId: 'm', kinds: ['payments'] }] }));
  await newest.findByRole('cell', { name: '€64.00' }, { timeout: 10_000 });
  await screen.findByRole('link', { name: 'Pay-ins 2' });
  act(() => handleStreamEvent({ kind: 'lost' }));
});
