import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { ExchangeForm } from './exchange-form.tsx';

const account = (id: number, forCurrency: string): PayInAccount => ({
  id,
  isVirtualAccount: true,
  forCurrency,
  isLimitedVirtualAccount: false,
  virtualAccountInformation: { availableBalance: 9_99, balance: 9_99 },
  accountHolderName: 'Harbour & Bloom Ltd',
  accountIdentification1: { type: 'ACCOUNT_NUMBER', number: '55699624' },
  accountIdentification2: null,
  vaProviderType: 'MODULR',
  defaultForCurrency: true,
  lowBalanceThreshold: null,
});
let sent: unknown[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId: 'm', authorities: ['EDIT_SETTINGS'] });
  sent = [];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    if (target.endsWith('/capabilities')) return Response.json(['largest-amount 1000.00']);
    sent.push(JSON.parse(String(init.body)));
    return new Response('{}', { status: 400 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExchangeForm scope={{ merchantId: 'm', applicationId: 'a' }} accounts={[account(1, 'GBP'), account(2, 'EUR')]} />
    </QueryClientProvider>,
  );
const quote = () => screen.getByRole('button', { name: 'Get a quote' });

test('reports an amount above the available one while typing and offers the available amount with one click', async () => {
  show();
  await userEvent.type(screen.getByLabelText('You sell'), '12,50');
  const description = /£2\.51 too much\. £9\.99 is available\.$/;
  expect(screen.queryByRole('textbox', { name: 'You sell', description })).not.toBeNull();
  expect(quote().getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(quote());
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Use £9.99' }));
  await userEvent.click(quote());
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ sellAmount: 9.99 })]));
});

test("reads an amount to buy with a decimal comma, up to the deployment's maximum", async () => {
  show();
  const bought = screen.getByLabelText('You get');
  await userEvent.type(bought, '1.000,01');
  await screen.findByRole('textbox', { name: 'You get', description: /Must be at most €1,000\.00\.$/ });
  expect(quote().getAttribute('aria-disabled')).toBe('true');
  await userEvent.clear(bought);
  await userEvent.type(bought, '7,77');
  await userEvent.click(quote());
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ buyAmount: 7.77 })]));
});
