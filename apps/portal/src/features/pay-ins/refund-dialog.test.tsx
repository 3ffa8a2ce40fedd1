import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { merchantId, payIn, wireDetails, type WireDetails, type WirePayIn } from './testing/sample-pay-in.ts';
import { show } from './testing/show.tsx';

let sent: unknown[];
let capabilities: string[];
let details: WireDetails | undefined;

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId, authorities: ['EDIT_SETTINGS'] });
  sent = [];
  capabilities = [];
  details = undefined;
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    if (target.endsWith('/capabilities')) return Response.json(capabilities);
    if (details && target.endsWith('/details')) return Response.json(details);
    if (init.method !== 'POST') return new Response('{}', { status: 404 });
    sent.push(JSON.parse(String(init.body)));
    return new Response('');
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refund = (amountRefunded: number, createdAtUtc: string, refundStatus = 'PROCESSED') => ({
  refundId: crypto.randomUUID(),
  createdAtUtc,
  updatedAtUtc: createdAtUtc,
  refundPaymentReference: null,
  refundPaymentAmount: amountRefunded,
  refundPaymentCurrency: 'GBP',
  refundStatus,
});

async function open(changes: Partial<WirePayIn> = {}): Promise<HTMLInputElement> {
  const nothing = () => undefined;
  show(<RefundDialog row={payIn(changes)} isOpen onClose={nothing} />);
  return screen.findByLabelText<HTMLInputElement>('Amount');
}

test('sends the amount that was typed with a decimal comma as a number', async () => {
  await userEvent.type(await open(), '12,50');
  await userEvent.click(screen.getByRole('button', { name: 'Refund £12.50' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ refundPaymentAmount: 12.5 })]));
});

test('shows no amount on its button for an ambiguous text and sends nothing', async () => {
  await userEvent.type(await open(), '1.250');
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
  await screen.findByText('Is this £1,250.00 or £1.25? Write 1250 or 1.25.');
  expect(sent).toEqual([]);
});

test('reports an amount above the remaining one while typing, with the day of the earlier refund', async () => {
  const year = new Date().getFullYear();
  const amount = await open({
    paymentRequest: { amount: 24.99, currency: 'GBP', reference: '' },
    amountRefunded: 15,
    refunds: [refund(15, `${year}-11-24T10:00:00.000`), refund(5, `${year}-11-20T10:00:00.000`, 'FAILED')],
  });
  await userEvent.type(amount, '12,50');
  expect(screen.getAllByText('£2.51 too much. £15.00 was refunded on 24 Nov.')).toHaveLength(2);
  expect(screen.queryByText('= £12.50')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Refund £12.50' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Use £9.99' }));
  await userEvent.click(screen.getByRole('button', { name: 'Refund £9.99' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ refundPaymentAmount: 9.99 })]));
});

test("reports an amount above the deployment's maximum while typing", async () => {
  capabilities = ['largest-amount 1000.00'];
  await userEvent.type(await open(), '1,000.01');
  expect(await screen.findAllByText('Must be at most £1,000.00.')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
});

test('names who receives the refund and the account that it leaves', async () => {
  details = wireDetails({
    paymentRefundData: {
      accountHolderName: 'Priya Raghunathan',
      accountIdentifications: [
        { type: 'SORT_CODE', number: '601613' },
        { type: 'ACCOUNT_NUMBER', number: '31926819' },
      ],
    },
  });
  await open({ isToVirtualAccount: true });
  await screen.findByText('Priya Raghunathan');
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts).toEqual(['Priya Raghunathan60-16-13 · 3192 6819', expect.stringMatching(/^GBP · Modulr[\d -·]+$/)]);
});
