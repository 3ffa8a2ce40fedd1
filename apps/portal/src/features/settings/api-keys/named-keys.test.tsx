import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { NamedKeysSection } from './named-keys-section.tsx';
// Preloads the lazy dialogs, so that a busy machine does not time out.
import './create-named-key-dialog.tsx';
import './named-key-dialogs.tsx';

notifyManager.setScheduler(queueMicrotask);

const order = {
  keyId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c01',
  name: 'Order service',
  scopes: ['READ', 'REFUNDS'],
  maskedValue: '••••••••c3d4',
  createdAtUtc: '2026-03-01T10:00:00.000',
  createdBy: 'ida@shop.example',
  updatedAtUtc: '2026-03-01T10:00:00.000',
  expiresAtUtc: null as string | null,
  allowedAddresses: ['203.0.113.0/24'],
  moneyLimit: 50,
  lastUsedAtUtc: null,
  lastUsedFrom: null,
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 23);

let keys: (typeof order)[];
/** The refusal of the reading of the keys, when it fails. */
let failed: object | undefined;
let written: { method: string; path: string; body: unknown }[];
let authorities: string[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  authorities = ['EDIT_SETTINGS'];
  keys = [order];
  failed = undefined;
  written = [];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(target);
    const { method = 'GET' } = init;
    if (pathname.endsWith('/capabilities')) return Response.json([]);
    if (method === 'GET') return failed ? Response.json(failed, { status: 403 }) : Response.json(keys);
    written.push({ method, path: pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return Response.json(pathname.endsWith('/name') ? order : { key: order, value: 'volume_the-new-key' });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function draw() {
  const merchantId = authorities[0]?.startsWith('VOLUME') ? {} : { merchantId: 'm' };
  signIn({ ...merchantId, authorities, email: 'ida@shop.example' });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={createQueryClient()}>
        <NamedKeysSection scope={{ merchantId: 'm', applicationId: 'shop' }} usual={100_000} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  return userEvent.setup();
}

test('shows what each key can do, its limit and that it was never used', async () => {
  draw();
  const row = (await screen.findByText('Order service')).closest('li')!;
  for (const text of ['Read, Refunds', '203.0.113.0/24', 'Up to £50.00 and €50.00 in 24 hours', '••••••••c3d4']) {
    expect(row.textContent).toContain(text);
  }
  expect(screen.queryByText(/Expires within/)).toBeNull();
});

test('says that there are no keys', async () => {
  keys = [];
  draw();
  expect(await screen.findByText('No more keys yet.')).toBeTruthy();
});

test('warns 14 days before a key expires and not before, and marks one that has expired', async () => {
  keys = [
    { ...order, expiresAtUtc: inDays(13.5) },
    { ...order, keyId: 'b', name: 'Later', expiresAtUtc: inDays(14.5) },
    { ...order, keyId: 'c', name: 'Over', expiresAtUtc: inDays(-1) },
  ];
  draw();
  expect(await screen.findByText('Expires within 14 days')).toBeTruthy();
  expect(screen.getByText('A key expires soon.')).toBeTruthy();
  expect(screen.getAllByText(/Expires within/)).toHaveLength(1);
  expect(within(screen.getByText('Over').closest('li')!).getByText('Expired')).toBeTruthy();
});

test('creates a key with the chosen scopes and expiry, and shows it until Done', async () => {
  const user = draw();
  await user.click(await screen.findByRole('button', { name: 'Create key…' }));
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  expect(written).toEqual([]);
  await user.type(screen.getByLabelText('Name'), 'Reports');
  await user.click(screen.getByRole('checkbox', { name: /^Payouts/ }));
  await user.type(screen.getByLabelText(/^Refunds and payouts/), '25');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('The new key')).value).toBe('volume_the-new-key');
  const { body } = written[0] as { body: { expiresAtUtc: string } };
  expect(body).toMatchObject({ name: 'Reports', scopes: ['READ', 'PAYOUTS'], allowedAddresses: [], moneyLimit: 25 });
  const days = (Date.parse(`${body.expiresAtUtc}Z`) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByLabelText('The new key')).toBeNull());
});

test('a key needs at least one scope', async () => {
  const user = draw();
  await user.click(await screen.findByRole('button', { name: 'Create key…' }));
  await user.type(await screen.findByLabelText('Name'), 'Reports');
  await user.click(screen.getByRole('checkbox', { name: /^Read/ }));
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('Choose at least one.')).toBeTruthy();
  expect(written).toEqual([]);
});

test('renames, rotates and revokes a key', async () => {
  const user = draw();
  await user.click(await screen.findByRole('button', { name: 'Rename Order service…' }));
  await user.clear(await screen.findByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Reports');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(written).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Rotate Order service…' }));
  await user.click(await screen.findByRole('button', { name: 'Rotate key' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('The new key')).value).toBe('volume_the-new-key');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke Order service…' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke key' }));
  await waitFor(() => expect(written).toHaveLength(3));
  expect(written.map(({ method, path, body }) => [method, path.split('/keys/')[1], body])).toEqual([
    ['PUT', `${order.keyId}/name`, { name: 'Reports' }],
    ['POST', `${order.keyId}/rotate`, { expiresAtUtc: null }],
    ['DELETE', order.keyId, null],
  ]);
});

test('an administrator who can only read sees the keys and cannot change them', async () => {
  authorities = ['VOLUME_ADMIN_READ'];
  draw();
  await screen.findByText('Order service');
  for (const name of ['Create key…', 'Rename Order service…', 'Rotate Order service…', 'Revoke Order service…']) {
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled'), name).toBe('true');
  }
});

test('says that the keys could not be read, offers no new one, and shows them after a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const refusal = { statusCode: 403, statusName: 'FORBIDDEN', errorMessage: 'No.', source: 'VOLUME' };
  failed = { ...refusal, traceId: 'abc123' };
  const user = draw();
  const card = (await screen.findByRole('button', { name: 'Try Again?' })).closest('[role="alert"]')!;
  expect(card.textContent).toContain('abc123');
  expect(screen.queryByText('No more keys yet.')).toBeNull();
  const create = screen.getByRole('button', { name: 'Create key…', description: 'The keys could not be read' });
  await user.click(create);
  expect(screen.queryByRole('dialog')).toBeNull();
  failed = undefined;
  await user.click(screen.getByRole('button', { name: 'Try Again?' }));
  expect(await screen.findByText('Order service')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try Again?' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create key…' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});
