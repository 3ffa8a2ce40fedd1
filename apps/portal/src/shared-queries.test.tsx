import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { toPage } from '@volume/contract/lists/page.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { merchantSearch } from '#features/merchants/merchant-filters.ts';
import { MerchantPage } from '#features/merchants/merchant/merchant-page.tsx';
import { MerchantSettingsPage } from '#features/merchants/settings/merchant-settings-page.tsx';
import { OverviewPage } from '#features/overview/overview-page.tsx';
import { AddUserDialog } from '#features/users/actions/add-user-dialog.tsx';
import { merchantQuery } from '#platform/merchant-query.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { application, idOf, merchant } from '#platform/testing/sample-merchant.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';

const merchantId = idOf(1);
const scope = { merchantId, applicationId: application().applicationId };
const limits = { largestAmount: null, platformLargestAmount: 1_000_000, planned: null, version: '"one"' };
const company = () => ({ companyName, email: null, version: '"one"' });
const userOf = (email: string) => ({ userId: email, merchantId, email, roles: [], name: null, phone: null });

let users: unknown[];
let companyName: string;
let queryClient: QueryClient;

beforeEach(() => {
  putSettings();
  companyName = 'Northwind Ltd';
  users = [userOf('maya@shop.example')];
  queryClient = createQueryClient();
  vi.stubGlobal('fetch', async (target: string, { method }: RequestInit) => {
    const { pathname } = new URL(target);
    if (method === 'PUT') companyName = 'Northwind Trading Ltd';
    if (method !== 'POST') return Response.json(answer(pathname));
    users = [...users, userOf('hazel@shop.example')];
    return Response.json(users.at(-1), { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function answer(path: string): unknown {
  if (path.endsWith(`/merchants/${merchantId}`)) return merchant({ companyName });
  if (path.endsWith('/settings')) return { merchantId, company: company(), limits, unopenedAccounts: [] };
  if (path.endsWith('/company')) return company();
  if (path.endsWith('/accounts')) return users;
  if (path.endsWith('/roles')) return ['MERCHANT_VIEWER'];
  if (path.endsWith('/payments/summary')) return { totals: [] };
  if (path.endsWith('/revenue')) return { periodType: 'DAY', items: [] };
  if (/\/(payments|outbound-payments|paymentintents)$/.test(path))
    return toPage([], { page: 0, size: 1, totalElements: 0 });
  return [];
}

/** Opens a screen instead of the last one, with the browser's stored data. */
function open(page: ReactNode): void {
  cleanup();
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
}

async function addUser(): Promise<void> {
  open(<AddUserDialog merchantId={merchantId} users={[]} isOpen onClose={cleanup} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a user' }));
  await userEvent.type(dialog.getByLabelText('Email address'), 'hazel@shop.example');
  await userEvent.type(dialog.getByLabelText('Name'), 'Hazel Winter');
  await userEvent.click(await dialog.findByRole('radio', { name: 'Merchant Viewer' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(users).toHaveLength(2));
}

test('a new user is shown on the administrators’ page about the merchant', async () => {
  signIn({ adminId: 'a', authorities: ['VOLUME_ADMIN'] });
  const page = (
    <MerchantPage
      merchantId={merchantId}
      listHref="/admin"
      search={merchantSearch.read({})}
      onChange={() => {}}
      onOpen={() => {}}
    />
  );
  open(page);
  await screen.findByText('maya@shop.example');
  await addUser();
  open(page);
  expect(await screen.findByText('hazel@shop.example')).not.toBeNull();
});

test('a new user ends the first step “Invite your team”', async () => {
  signIn({ merchantId, authorities: ['VIEW_ONLY', 'ACCOUNT_ADMIN'] });
  const page = (
    <OverviewPage
      choice={{}}
      today="2026-11-21"
      owner={{ applicationId: scope.applicationId, merchantId: undefined }}
      scope={scope}
      onChoice={() => undefined}
    />
  );
  open(page);
  expect((await screen.findByText('Invite your team')).closest('li')?.textContent).not.toContain('done');
  await addUser();
  open(page);
  await waitFor(() => expect(screen.getByText(/Invite your team/).closest('li')?.textContent).toContain('done'));
});

function OwnPortal() {
  return useQuery(merchantQuery(merchantId)).data?.companyName;
}

test('a changed company name is shown in the merchant’s own portal, which the administrator had opened before', async () => {
  signIn({ adminId: 'a', authorities: ['VOLUME_ADMIN'] });
  open(<OwnPortal />);
  await screen.findByText('Northwind Ltd');
  open(<MerchantSettingsPage merchantId={merchantId} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit company' }));
  const name = within(await screen.findByRole('dialog')).getByLabelText('Legal name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Northwind Trading Ltd');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(companyName).toBe('Northwind Trading Ltd'));
  open(<OwnPortal />);
  expect(await screen.findByText('Northwind Trading Ltd')).not.toBeNull();
});
