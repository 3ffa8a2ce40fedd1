import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { UserMenu } from './user-menu.tsx';

const editor = ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS'];
let asked: string[];
let name: string | null;

beforeEach(() => {
  putSettings();
  asked = [];
  name = 'Maya Okafor';
  vi.stubGlobal('fetch', async (target: string) => {
    asked.push(new URL(target).pathname);
    const self = { userId: 'u', merchantId: 'm', email: 'maya@shop.example', roles: ['MERCHANT_EDITOR'], phone: null };
    return new Response(JSON.stringify({ ...self, name }));
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function show(): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UserMenu />
    </QueryClientProvider>,
  );
}

test('shows address and role without a request, and the name only in the menu, so that nothing jumps', async () => {
  signIn({ merchantId: 'm', authorities: editor });
  show();
  const button = screen.getByRole('button', { name: 'You: maya@shop.example' });
  expect(button.textContent).toContain('Merchant Editor');
  expect(asked).toEqual([]);
  await userEvent.click(button);
  const menu = await screen.findByRole('menu', { name: 'You: maya@shop.example' });
  await waitFor(() => expect(menu.textContent).toContain('Maya Okafor'));
  expect(button.textContent).not.toContain('Maya Okafor');
  expect(asked).toEqual(['/sandbox/api/accounts/self']);
});

test('gives every choice a different name, also on a device in UTC', async () => {
  vi.stubEnv('TZ', 'UTC');
  signIn({ merchantId: 'm', authorities: editor });
  show();
  await userEvent.click(screen.getByRole('button'));
  await screen.findByRole('menu');
  const names = screen.getAllByRole('menuitemcheckbox').map((item) => item.textContent);
  expect(names).toContain('Local time: UTC');
  expect(new Set(names).size).toBe(names.length);
});

test('shows only the address where there is no name', async () => {
  name = null;
  signIn({ merchantId: 'm', authorities: ['VIEW_ONLY'], email: 'isla@shop.example' });
  show();
  fireEvent.focus(screen.getByRole('button'));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'You: isla@shop.example' }).textContent).toContain('Merchant Viewer');
});

test.each([
  ['an administrator', { adminId: 1, authorities: ['VOLUME_ADMIN'] }, /Administrator$/],
  ['a read-only administrator', { adminId: 1, authorities: ['VOLUME_ADMIN_READ'] }, /Administrator, read only$/],
  [
    'an administrator with both authorities',
    { adminId: 1, authorities: ['VOLUME_ADMIN_READ', 'VOLUME_ADMIN'] },
    /Administrator$/,
  ],
  [
    'an admin authority in a merchant’s token',
    { merchantId: 'm', authorities: ['VIEW_ONLY', 'VOLUME_ADMIN'] },
    /Administrator$/,
  ],
])('requests nothing for users with an admin authority, and shows their role (§6): %s', async (_, claims, role) => {
  signIn({ ...claims, email: 'reader@volume.example' });
  show();
  const button = screen.getByRole('button', { name: 'You: reader@volume.example' });
  expect(button.textContent).toMatch(role);
  await userEvent.click(button);
  await screen.findByRole('menu');
  expect(asked).toEqual([]);
});

test.each([
  ['an administrator without a merchant', { adminId: 1, authorities: ['VOLUME_ADMIN'] }, '/admin/account'],
  ['a user of a merchant', { merchantId: 'm', authorities: editor }, '/settings/account-settings'],
])("links to the user's own account: %s", async (_, claims, pathname) => {
  signIn({ ...claims, email: 'reader@volume.example' });
  show();
  await userEvent.click(screen.getByRole('button', { name: /^You: / }));
  const entry = await screen.findByRole('menuitem', { name: 'Your account' });
  expect(new URL(entry.getAttribute('href') ?? '', window.location.origin).pathname).toBe(pathname);
});
