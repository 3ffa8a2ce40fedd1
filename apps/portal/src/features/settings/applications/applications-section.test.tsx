import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { idOf, merchant } from '#platform/testing/sample-merchant.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { ApplicationsSection } from './applications-section.tsx';

const request = {
  requestId: idOf(7),
  applicationName: 'Wholesale',
  currencies: ['GBP'],
  why: 'A second brand',
  askedBy: 'maya@northwind.example',
  askedAtUtc: '2026-11-25T10:12:00.000',
  state: 'OPEN',
  decidedAtUtc: null,
  declinedBecause: null,
  applicationId: null,
};
const declined = {
  ...request,
  requestId: idOf(8),
  applicationName: 'Outlet',
  state: 'DECLINED',
  declinedBecause: 'Use tags',
};

// Compiling a lazily loaded module can take longer than the test waits for it.
beforeAll(() => import('./request-dialogs.tsx'));
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(authorities: readonly string[], requests: unknown[] = [request, declined]) {
  signIn({ merchantId: idOf(1), authorities, email: 'maya@northwind.example' });
  putSettings();
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (target: string, { method = 'GET', body }: RequestInit) => {
    if (method !== 'GET')
      sent.push([method, body ? JSON.parse(String(body)) : new URL(target).pathname.split('/').at(-1)]);
    if (method !== 'GET') return Response.json(request);
    return Response.json(target.endsWith('/application-requests') ? requests : merchant());
  });
  const client = createQueryClient();
  client.setQueryData(capabilitiesQuery().queryKey, ['POST merchants/{}/application-requests']);
  render(
    <QueryClientProvider client={client}>
      <ApplicationsSection merchantId={idOf(1)} />
    </QueryClientProvider>,
  );
  return sent;
}

test('lists the applications and the requests with how they were decided', async () => {
  open(['ACCOUNT_ADMIN']);
  await screen.findByText('Wholesale');
  expect(screen.queryByText('Webshop')).not.toBeNull();
  expect(screen.queryByText('Waiting')).not.toBeNull();
  expect(screen.getByText('Use tags').closest('li')?.textContent).toContain('Declined');
});

test('is for the merchant’s administrators', () => {
  open(['EDIT_SETTINGS']);
  expect(screen.queryByText('Applications')).toBeNull();
});

test('asks by name, currencies and reason', async () => {
  const sent = open(['ACCOUNT_ADMIN'], []);
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for another application' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(form.getByRole('checkbox', { name: 'GBP' }));
  await userEvent.click(form.getByRole('button', { name: 'Send request' }));
  await form.findByText('Choose at least one currency.');
  expect(form.queryByText('The name must not be empty')).not.toBeNull();
  await userEvent.type(form.getByLabelText('Name'), 'Wholesale');
  await userEvent.click(form.getByRole('checkbox', { name: 'EUR' }));
  await userEvent.type(form.getByLabelText('What you need it for'), 'A second brand');
  await userEvent.click(form.getByRole('button', { name: 'Send request' }));
  const body = { applicationName: 'Wholesale', currencies: ['EUR'], why: 'A second brand' };
  await waitFor(() => expect(sent).toEqual([['POST', body]]));
});

test('withdraws a request after a confirmation', async () => {
  const sent = open(['ACCOUNT_ADMIN']);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw Wholesale' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }));
  await waitFor(() => expect(sent).toEqual([['DELETE', idOf(7)]]));
});
