import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { show, stubApi } from '#features/merchants/testing/show.tsx';
import { sessionKeys } from '#platform/session/session.ts';
import { idOf, merchant } from '#platform/testing/sample-merchant.ts';
import { DisabledBanner, StoppingButton } from './stopping-actions.tsx';

const capabilities = [
  'GET merchants/{}/health',
  'GET platform/merchants/{}/stopping',
  'POST platform/merchants/{}/disable',
  'POST platform/merchants/{}/enable',
];
const disabled = { atUtc: '2026-11-25T10:12:00.000', by: 'ada@volume.example', reason: 'Ownership dispute' };
const health = {
  merchantId: idOf(1),
  payments30Days: 0,
  failedShare: 0,
  volumes: [],
  lastPaymentAtUtc: null,
  gaps: [],
};
const stopping = {
  merchantId: idOf(1),
  disabled: null,
  stops: {
    users: 6,
    apiKeys: 1,
    openLinks: 10_000,
    hasMoreLinks: true,
    unapprovedPayments: 0,
    waitingOrders: 2,
    nextPayoutAtUtc: '2026-11-27T06:00:00.000',
    bulkJobs: 0,
  },
  continues: {
    approvedPayments: 12,
    payouts: 3,
    refunds: 2,
    onTheirWay: [{ currency: 'GBP', amount: 45775.2 }],
    balances: [
      { currency: 'GBP', amount: 641310.33 },
      { currency: 'EUR', amount: 88204.61 },
    ],
  },
  administrators: [
    { name: 'Maya Okafor', email: 'maya@harbour.example' },
    { name: null, email: 'otto@harbour.example' },
  ],
};

// Compiling lazily loaded modules can take longer than the test waits for them.
beforeAll(async () => {
  await import('./disable-dialog.tsx');
  await import('./enable-dialog.tsx');
  await import('#design/overlay/toast-stack.tsx');
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Sent {
  path: string;
  body: Record<string, unknown>;
}
type Answers = Record<string, () => { status?: number; body: unknown }>;

/** Answers by the end of the path; `sent` lists the writes. */
function stub(answers: Answers, authority = 'VOLUME_ADMIN'): Sent[] {
  stubApi(() => ({ body: [] }));
  const [head, claims, signature] = (localStorage.getItem(sessionKeys.token) ?? '').split('.');
  const changed = { ...(JSON.parse(atob(claims ?? '')) as object), authorities: [authority] };
  localStorage.setItem(sessionKeys.token, `${head}.${btoa(JSON.stringify(changed))}.${signature}`);
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (target: string, { method, body }: RequestInit) => {
    const { pathname } = new URL(target);
    if (method === 'POST') sent.push({ path: pathname, body: JSON.parse(String(body)) as Sent['body'] });
    const answer = Object.entries(answers).find(([end]) => pathname.endsWith(end))?.[1]() ?? { body: [] };
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  return sent;
}
const page = () => (
  <>
    <StoppingButton merchant={merchant()} />
    <DisabledBanner merchantId={idOf(1)} />
  </>
);
const showPage = () => show(page(), undefined, capabilities);
const open = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('the dialog shows what stops and what continues, and sends the reason', async () => {
  let state: typeof disabled | null = null;
  const sent = stub({
    '/health': () => ({ body: { ...health, disabled: state } }),
    '/stopping': () => ({ body: stopping }),
    '/disable': () => {
      state = disabled;
      return { body: { merchantId: idOf(1), disabled } };
    },
  });
  showPage();
  await open('Disable merchant…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable Northwind Ltd?' }));
  const lines = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '6 users are signed out and can’t sign in',
    '1 API key is refused',
    'More than 10,000 open payment links can’t be paid',
    'Automatic payouts pause; the next was due 27 Nov 2026, 06:00 UTC',
    '2 payouts and refunds that await approval can’t be approved',
    'No payment link, payout, refund, exchange or payout schedule can be created, not even by administrators',
    '12 approved payments still complete',
    '3 payouts and 2 refunds on their way (£45,775.20) complete',
    'Bank transfers that arrive are booked',
    'Webhooks for all of these are delivered',
    '£641,310.33 and €88,204.61 stay in the accounts',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Disable merchant' }));
  expect(await dialog.findByText('Enter a reason.')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Reason'));
  expect(sent).toEqual([]);
  await userEvent.keyboard('Ownership dispute');
  await userEvent.click(dialog.getByRole('checkbox', { name: /Maya Okafor.* and 1 other administrator/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Disable merchant' }));
  expect(await screen.findByText(/^Disabled by .*ada@volume\.example.* on 25 Nov 2026, 10:12 UTC$/)).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Ownership dispute', mailAdministrators: false }]);
  expect(await screen.findByRole('button', { name: 'Enable merchant…' })).toBeTruthy();
});

test('nothing can be disabled until the counts are loaded', async () => {
  let isDown = true;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sent = stub({
    '/health': () => ({ body: { ...health, disabled: null } }),
    '/stopping': () => (isDown ? { status: 400, body: 'a proxy’s page' } : { body: stopping }),
  });
  showPage();
  await open('Disable merchant…');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/could not be counted, so nothing can be changed yet/)).toBeTruthy();
  const button = dialog.getByRole('button', { name: 'Disable merchant' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(sent).toEqual([]);
  isDown = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('6 users are signed out and can’t sign in')).toBeTruthy();
  expect(button.getAttribute('aria-disabled')).not.toBe('true');
});

test('enabling sends when the merchant was disabled, so that a later disabling is not undone', async () => {
  const sent = stub({
    '/health': () => ({ body: { ...health, disabled } }),
    '/stopping': () => ({ body: { ...stopping, disabled } }),
    '/enable': () => ({ body: { merchantId: idOf(1), disabled: null } }),
  });
  showPage();
  await open('Enable merchant…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Enable Northwind Ltd?' }));
  expect(await dialog.findByText('6 users can sign in again')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Enable merchant' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ reason: null, mailAdministrators: true, disabledAtUtc: disabled.atUtc });
});

test('the dialog says so when another administrator was faster', async () => {
  stub({
    '/health': () => ({ body: { ...health, disabled: null } }),
    '/stopping': () => ({ body: { ...stopping, disabled } }),
  });
  showPage();
  await open('Disable merchant…');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('This merchant is already disabled.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Disable merchant' })).toBeNull();
});

test('an administrator with read-only access sees the button disabled, and why', async () => {
  stub({ '/health': () => ({ body: { ...health, disabled: null } }) }, 'VOLUME_ADMIN_READ');
  showPage();
  const button = await screen.findByRole('button', { name: 'Disable merchant…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a merchant that an older version disabled has neither administrator nor reason', async () => {
  stub({ '/health': () => ({ body: { ...health, disabled: { atUtc: null, by: null, reason: null } } }) });
  showPage();
  expect(await screen.findByText('This merchant is disabled')).toBeTruthy();
  expect(screen.getByText('No reason was given.')).toBeTruthy();
});

test('nothing is offered where the deployment does not have the calls', () => {
  stub({});
  show(page());
  expect(screen.queryByRole('button')).toBeNull();
});
