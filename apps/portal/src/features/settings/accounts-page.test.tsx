import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, sessionKeys } from '#platform/session/session.ts';
import { application, merchant, payee } from '#platform/testing/sample-merchant.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { AccountsPage } from './accounts-page.tsx';

const beneficiary = {
  beneficiaryId: 'B604420',
  accountHolderName: 'Harbour & Bloom',
  accountType: 'SCAN',
  accountNumber: '55779911',
  sortCode: '009955',
  iban: null,
  status: 'Active',
  nameCheck: 'MATCHES',
  nameAtBank: null,
  payInAccountIds: [7],
  defaultForPayInAccountIds: [7],
  addedAtUtc: null,
  addedBy: null,
  coolingUntilUtc: null,
};
const own = application({ payeeDetailsPerCurrency: [payee({ vaDefaultPayOutBeneficiaryAccountId: 'B604420' })] });
const listed = `GET ${listBeneficiaries.path.replaceAll(/\{\w*\}/g, '{}')}`;
let capabilities: string[];

beforeEach(() => {
  putSettings();
  clearSession();
  localStorage.setItem(sessionKeys.token, 'the-token');
  capabilities = [listed];
  vi.stubGlobal('fetch', async (target: string) => {
    if (target.endsWith('/capabilities')) return Response.json(capabilities);
    return Response.json(target.includes('eneficiaries') ? [beneficiary] : merchant({ applications: [own] }));
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AccountsPage application={own} />
    </QueryClientProvider>,
  );
const cell = () => screen.findByRole('table', { name: 'Accounts at a provider' });

test('names whom an account pays by default', async () => {
  open();
  // In this table, and in the list of beneficiaries below it.
  await vi.waitFor(() => expect(screen.getAllByText('00-99-55 · 5577 9911').length).toBeGreaterThan(1), 10_000);
  expect((await cell()).textContent).toContain('Harbour & Bloom00-99-55 · 5577 9911');
  expect((await cell()).textContent).not.toContain('B604420');
});

test('shows its id when the API does not list beneficiaries', async () => {
  capabilities = [];
  open();
  await vi.waitFor(async () => expect((await cell()).textContent).toContain('B604420'), 10_000);
});
