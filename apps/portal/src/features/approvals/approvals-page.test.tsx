import { toPage } from '@volume/contract/lists/page.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleStreamEvent } from '#platform/changes/changes.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { approvalSearch } from './approval-filters.ts';
import { ApprovalsPage } from './approvals-page.tsx';

beforeEach(() => {
  putSettings();
  count = 2;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

let count: number;

function open(authorities: readonly string[], approvals: readonly object[] = []): void {
  signIn({ merchantId: 'm', authorities });
  const found = toPage([...approvals], { page: 0, size: 10, totalElements: approvals.length });
  vi.stubGlobal('fetch', async (target: string) =>
    Response.json(target.endsWith('/capabilities') ? [] : { ...found, isOn: true, waiting: count }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApprovalsPage
        merchantId="m"
        search={approvalSearch.read({})}
        hrefOf={JSON.stringify}
        onChange={() => undefined}
      />
    </QueryClientProvider>,
  );
}

const at = '2026-11-25T23:08:00.000';
const waiting = {
  orderId: 'o',
  kind: 'PAYOUT',
  state: 'WAITING',
  applicationId: 'a',
  payInAccountId: 1,
  paymentId: null,
  amount: 1234.56,
  currency: 'GBP',
  reference: null,
  recipient: { name: 'Harbour & Bloom', accountNumber: null, sortCode: null, iban: null },
  source: 'PERSON',
  requestedBy: 'callum@shop.example',
  createdAtUtc: at,
  expiresAtUtc: at,
  decidedBy: null,
  decidedAtUtc: null,
  reason: null,
};

async function openAs(authorities: readonly string[]): Promise<void> {
  open(authorities);
  await screen.findByText('Nothing has waited for approval');
}

test('links an empty list to the thresholds for users who can set them', async () => {
  await openAs(['VIEW_ONLY', 'EDIT_SETTINGS']);
  const link = screen.getByRole('link', { name: 'Go to security settings' });
  expect(link.getAttribute('href')).toMatch(/^\/settings\/security/);
});

test('shows no link in an empty list to users who cannot set the thresholds', async () => {
  await openAs(['VIEW_ONLY']);
  expect(screen.queryByRole('link', { name: 'Go to security settings' })).toBeNull();
});

test('shows who refused an order and why, on the page that the email links to', async () => {
  const refused = {
    ...waiting,
    state: 'REFUSED',
    decidedBy: 'callum@shop.example',
    decidedAtUtc: at,
    reason: 'Not in the budget',
  };
  open(['VIEW_ONLY'], [refused]);
  // In its column, and below the recipient on a phone's card.
  expect(await screen.findAllByText('Refused by callum@shop.example: Not in the budget')).toHaveLength(2);
});

test('shows a user who chose the default beneficiary why they cannot approve, and lets them refuse', async () => {
  const excluded = [
    { email: 'callum@shop.example', reason: 'REQUESTED' },
    { email: 'maya@shop.example', reason: 'DEFAULT_BENEFICIARY' },
  ];
  open(['VIEW_ONLY', 'EDIT_SETTINGS'], [{ ...waiting, excluded }]);
  const approve = await screen.findByRole('button', {
    name: 'Approve payout of £1,234.56',
    description: 'You chose the default beneficiary, so another user has to approve it',
  });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  const refuse = screen.getByRole('button', { name: 'Refuse payout of £1,234.56' });
  expect(refuse.getAttribute('aria-disabled')).not.toBe('true');
});

test('counts what waits again after another user has decided, in the title too', async () => {
  open(['VIEW_ONLY', 'EDIT_SETTINGS'], [waiting]);
  await screen.findByText('2 waiting');
  count = 1;
  handleStreamEvent({ kind: 'changes', message: [{ merchantId: 'm', kinds: ['approvals'] }] });
  expect(await screen.findByText('1 waiting')).toBeDefined();
});

test('shows orders with a state, a source and a reason that only a newer API knows', async () => {
  const excluded = [{ email: 'maya@shop.example', reason: 'ON_HOLIDAY' }];
  open(
    ['VIEW_ONLY', 'EDIT_SETTINGS'],
    [
      { ...waiting, source: 'MAIL_ROOM', excluded },
      { ...waiting, orderId: 'p', state: 'PUT_OFF' },
    ],
  );
  expect(await screen.findByText('Put Off')).toBeDefined();
  expect(screen.getByText('Mail Room')).toBeDefined();
  expect(
    screen.getByRole('button', {
      name: 'Approve payout of £1,234.56',
      description: 'You are not allowed to, so another user has to approve it',
    }),
  ).toBeDefined();
});
