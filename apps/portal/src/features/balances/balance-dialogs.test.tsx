import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { LowBalanceDialog } from './low-balance-dialog.tsx';
import { PayOutDialog } from './pay-out/pay-out-dialog.tsx';
import { ScheduleDialog } from './schedule/schedule-dialog.tsx';
import { account } from './testing/sample-account.ts';

const scope = { merchantId: 'm', applicationId: 'a' };
let sent: Record<string, unknown>[];
let ifMatch: (string | null)[];
let capabilities: string[];
let beneficiaries: object[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId: 'm', authorities: ['EDIT_SETTINGS'] });
  sent = [];
  ifMatch = [];
  beneficiaries = [];
  capabilities = ['largest-amount 1000.00'];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    if (target.endsWith('/capabilities')) return Response.json(capabilities);
    if (init.method === 'GET' || init.method === undefined) {
      return Response.json(target.endsWith('/beneficiaries') ? beneficiaries : []);
    }
    sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
    ifMatch.push(new Headers(init.headers).get('if-match'));
    return new Response('');
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nothing = () => undefined;
const dialog = { scope, account, payee: undefined, reason: undefined, isOpen: true, onClose: nothing };
const show = (page: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>);

test('a payout reads a decimal comma and reports an amount above the available one while typing', async () => {
  const small = { ...account, virtualAccountInformation: { availableBalance: 9_99, balance: 9_99 } };
  show(<PayOutDialog {...dialog} account={small} />);
  const amount = await screen.findByLabelText('Amount');
  await userEvent.type(amount, '9,99');
  expect(screen.queryByRole('button', { name: 'Pay out £9.99' })).not.toBeNull();
  await userEvent.clear(amount);
  await userEvent.type(amount, '12,50');
  expect(screen.queryByText('£2.51 too much. £9.99 is available.')).not.toBeNull();
  expect(screen.queryByText('= £12.50')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Use £9.99' })).not.toBeNull();
});

test("a payout reports an amount above the deployment's maximum while typing", async () => {
  show(<PayOutDialog {...dialog} />);
  await userEvent.type(await screen.findByLabelText('Amount'), '1,000.01');
  await screen.findByText('Must be at most £1,000.00.');
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
});

test('a schedule reads both of its amounts and refuses a fixed one above the maximum', async () => {
  show(<ScheduleDialog {...dialog} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Fixed amount' }));
  const amount = screen.getByLabelText('Amount');
  await userEvent.type(amount, '1.000,01');
  expect(await screen.findAllByText('Must be at most £1,000.00.')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Save schedule' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.clear(amount);
  await userEvent.type(amount, '999,5');
  const kept = screen.getByLabelText('Minimum balance');
  await userEvent.clear(kept);
  await userEvent.type(kept, '1 250,00');
  await userEvent.tab();
  expect(screen.queryByText('= £999.50')).not.toBeNull();
  expect(screen.queryByText('= £1,250.00')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ amount: 999.5, minimumBalance: 1250 })]));
});

test('a schedule sends a reference of the length that the bank accepts; none without the capability', async () => {
  show(<ScheduleDialog {...dialog} />);
  await screen.findByRole('switch', { name: 'Automatic payouts' });
  expect(screen.queryByLabelText('Reference')).toBeNull();
  cleanup();
  capabilities = ['POST merchants/{}/applications/{}/payouts/schedule reference'];
  show(<ScheduleDialog {...dialog} />);
  const reference = await screen.findByLabelText('Reference');
  await userEvent.type(reference, 'A reference of more than 18');
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }));
  await screen.findByText(/Use 18 characters or fewer/);
  await userEvent.clear(reference);
  await userEvent.type(reference, 'RENT 4');
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ reference: 'RENT 4' })]));
});

const beneficiary = {
  beneficiaryId: 'B1',
  accountHolderName: 'Harbour & Bloom',
  accountType: 'SCAN',
  accountNumber: '55779911',
  sortCode: '009955',
  iban: null,
  status: 'Active',
  nameCheck: 'NOT_CHECKED',
  nameAtBank: null,
  payInAccountIds: [account.id],
  defaultForPayInAccountIds: [account.id],
  addedAtUtc: null,
  addedBy: null,
  coolingUntilUtc: null,
};
const listed = `GET ${listBeneficiaries.path.replaceAll(/\{\w*\}/g, '{}')}`;

test('a schedule shows whom it pays, on which account', async () => {
  [capabilities, beneficiaries] = [[listed], [beneficiary]];
  show(<ScheduleDialog {...dialog} />);
  await waitFor(() =>
    expect(screen.getByRole('dialog').textContent).toContain(', to Harbour & Bloom, 00-99-55 · 5577 9911.'),
  );
});

test('a payout is titled by its account, and says when the bank did not confirm the name', async () => {
  const euros = { ...beneficiary, beneficiaryId: 'B2', iban: 'IE29AIBK93115212345678', payInAccountIds: [] };
  [capabilities, beneficiaries] = [[listed], [beneficiary, { ...euros, defaultForPayInAccountIds: [] }]];
  show(<PayOutDialog {...dialog} />);
  await screen.findByRole('dialog', { name: /^Pay out from GBP · / });
  expect((await screen.findByText('Not checked')).className).toBe('text-held');
  screen.getByText('The bank didn’t confirm who owns this account');
  // Only accounts that this one can pay are offered.
  expect([...screen.getByLabelText<HTMLSelectElement>('To').options].map(({ value }) => value)).toEqual(['']);
});

test('a low balance alert reads its amount and is off when it is empty', async () => {
  show(<LowBalanceDialog {...dialog} />);
  const below = await screen.findByLabelText('Alert below');
  await userEvent.type(below, '600,00');
  await userEvent.tab();
  expect(screen.queryByText('= £600.00')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save alert' }));
  await waitFor(() => expect(sent).toEqual([{ threshold: 600 }]));
});

test.each([
  ['offers If-Match', ['if-match'], ['"none"', '"read"']],
  ['does not', [], [null, null]],
])(
  'a deployment that %s: a first schedule and an alert are saved with the versions that were read',
  async (_, has, versions) => {
    capabilities = has;
    show(<ScheduleDialog {...dialog} />);
    await userEvent.click(await screen.findByRole('switch', { name: 'Automatic payouts' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }));
    await waitFor(() => expect(ifMatch).toEqual(versions.slice(0, 1)));
    cleanup();
    show(<LowBalanceDialog {...dialog} account={{ ...account, lowBalanceVersion: '"read"' }} />);
    await userEvent.type(await screen.findByLabelText('Alert below'), '600');
    await userEvent.click(screen.getByRole('button', { name: 'Save alert' }));
    await waitFor(() => expect(ifMatch).toEqual(versions));
  },
);
