import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { ApiKeysSection } from '#features/settings/api-keys-section.tsx';
// Preloads the lazy dialog, so that a busy machine does not time out.
import './api-key-settings-dialog.tsx';

notifyManager.setScheduler(queueMicrotask);

const primary = {
  key: 'PRIMARY',
  allowedAddresses: ['203.0.113.0/24'],
  moneyLimit: null as number | null,
  lastUsedAtUtc: '2026-03-01T10:00:00.000' as string | null,
  lastUsedFrom: '203.0.113.7' as string | null,
  version: '"read"',
};
const summary = {
  applicationId: 'shop',
  primaryKey: { isSet: true, maskedValue: '••••a1b2', updatedAtUtc: null },
  secondaryKey: { isSet: false, maskedValue: null, updatedAtUtc: null },
};
const own = [
  'if-match',
  'GET merchants/{}/applications/{}/secret/settings',
  'PUT merchants/{}/applications/{}/secret/{}/settings',
  'POST merchants/{}/applications/{}/secret/{}/reset',
];

let capabilities: string[];
let storedKey: typeof primary;
let otherKey: typeof primary | null;
let written: { body: unknown; ifMatch: string | null }[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId: 'm', authorities: ['EDIT_SETTINGS'], email: 'ida@shop.example' });
  capabilities = own;
  storedKey = primary;
  otherKey = null;
  written = [];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(target);
    if (pathname.endsWith('/capabilities')) return Response.json(capabilities);
    if (pathname.endsWith('/secret'))
      return Response.json(otherKey ? { ...summary, secondaryKey: summary.primaryKey } : summary);
    if (init.method !== 'PUT') {
      return Response.json({ usualMoneyLimit: 1000, primaryKey: storedKey, secondaryKey: otherKey });
    }
    const body = JSON.parse(String(init.body)) as object;
    written.push({ body, ifMatch: new Headers(init.headers).get('if-match') });
    storedKey = { ...storedKey, ...body };
    return Response.json(storedKey);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })}>
      <QueryClientProvider client={createQueryClient()}>
        <ApiKeysSection scope={{ merchantId: 'm', applicationId: 'shop' }} canReset />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit the primary key…' }));
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('shows when and from where a key was used, the addresses it works from and its limit', async () => {
  show();
  await screen.findByText('1 Mar 2026, 10:00 UTC from 203.0.113.7');
  expect(screen.queryByText('203.0.113.0/24')).not.toBeNull();
  expect(screen.queryByText('Up to £1,000.00 and €1,000.00 in 24 hours, shared with your team')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit the secondary key…' })).toBeNull();
});

test('shows a key that was never used, and one that can move nothing', async () => {
  storedKey = { ...primary, allowedAddresses: [], moneyLimit: 0, lastUsedAtUtc: null, lastUsedFrom: null };
  show();
  await screen.findByText('Never');
  expect(screen.queryByText('Any address')).not.toBeNull();
  expect(screen.queryByText('None')).not.toBeNull();
});

test('sends the settings with the version they are based on, and shows them', async () => {
  show();
  await edit();
  const addresses = await screen.findByLabelText('Allowed addresses');
  await userEvent.clear(addresses);
  await userEvent.type(addresses, '198.51.100.7{enter}2001:db8::/32');
  await userEvent.type(screen.getByLabelText('Refunds and payouts in 24 hours'), '5.000,00');
  await userEvent.tab();
  expect(screen.queryByText('= 5,000.00')).not.toBeNull();
  await save();
  await screen.findByText('198.51.100.7, 2001:db8::/32');
  expect(screen.queryByText('Up to £5,000.00 and €5,000.00 in 24 hours')).not.toBeNull();
  expect(written).toEqual([
    { body: { allowedAddresses: ['198.51.100.7', '2001:db8::/32'], moneyLimit: 5000 }, ifMatch: '"read"' },
  ]);
});

test('an invalid address or amount shows an error at its field, and nothing is sent', async () => {
  show();
  await edit();
  const addresses = await screen.findByLabelText('Allowed addresses');
  await userEvent.type(addresses, '{enter}shop.example');
  await userEvent.type(screen.getByLabelText('Refunds and payouts in 24 hours'), 'much');
  await save();
  const field = (name: string, description: RegExp) => screen.findByRole('textbox', { name, description });
  await field('Allowed addresses', /“shop\.example” is not an IP address or a range such as 203\.0\.113\.0\/24\.$/);
  await field('Refunds and payouts in 24 hours', /Enter an amount such as 12\.50\.$/);
  await waitFor(() => expect(document.activeElement).toBe(addresses));
  expect(written).toEqual([]);
});

const dialogText = async (opens: string) => {
  await userEvent.click(await screen.findByRole('button', { name: opens }));
  return (await screen.findByRole('dialog')).textContent;
};

test('resetting a key says when it and the other one were last used', async () => {
  otherKey = { ...primary, key: 'SECONDARY', lastUsedAtUtc: null, lastUsedFrom: null };
  show();
  await screen.findAllByText('Last used');
  const text = await dialogText('Reset the primary key…');
  expect(text).toContain('This key was last used on 1 Mar 2026, 10:00 UTC.');
  expect(text).toContain('The secondary key keeps working, but has never been used: switch your server to it first.');
});

test('resetting a key says so when only the other one is in use', async () => {
  otherKey = { ...primary, key: 'SECONDARY' };
  storedKey = { ...primary, lastUsedAtUtc: null, lastUsedFrom: null };
  show();
  await screen.findAllByText('Last used');
  const text = await dialogText('Reset the primary key…');
  expect(text).toContain('This key has never been used.');
  expect(text).toContain('The secondary key keeps working. It was last used on 1 Mar 2026, 10:00 UTC.');
});

test('shows nothing about key settings with a provider that has none', async () => {
  capabilities = [];
  show();
  await screen.findByText('••••a1b2');
  expect(screen.queryByText('Last used')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
});
