import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { receiveToasts } from '#design/overlay/toast.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { merchantId, payIn, wireDetails, wirePayIn } from './testing/sample-pay-in.ts';
import { show } from './testing/show.tsx';

const refund = {
  refundId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b08',
  createdAtUtc: '2026-11-21T10:00:00.000',
  updatedAtUtc: '2026-11-21T10:00:00.000',
  refundPaymentReference: null,
  refundPaymentAmount: 2.5,
  refundPaymentCurrency: 'GBP',
  refundStatus: 'IN_PROGRESS',
};
const row = payIn();

let toasts: string[];
let keys: (string | null)[];
/** The refunds of the payment as it is read. */
let refunds: (typeof refund & { refundStatusDescription?: string })[];
let stopToasts: () => void;
const onClose = vi.fn<() => void>();

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId, authorities: ['EDIT_SETTINGS'] });
  [toasts, keys, refunds] = [[], [], []];
  onClose.mockReset();
  stopToasts = receiveToasts(({ title }) => toasts.push(title));
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    if (target.endsWith('/capabilities')) return new Response('{}', { status: 404 });
    if (init.method === 'POST') {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      return Response.json(refund, { status: 201, headers: { 'x-trace-id': '00000000deadbeef' } });
    }
    if (target.endsWith(`/payments/${row.paymentId}`)) return Response.json(wirePayIn({ refunds }));
    if (target.endsWith(`/payments/${row.paymentId}/details`)) return Response.json(wireDetails());
    return new Response('{}', { status: 404 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  stopToasts();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function press() {
  fireEvent.click(screen.getByRole('button', { name: 'Refund £2.50' }));
  await pass(1);
}
async function openAndPress() {
  show(<RefundDialog row={row} isOpen onClose={onClose} />);
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '2.50' } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await press();
}

test('follows the refund with its payment: a refusal keeps the amount and gives the next attempt a new key', async () => {
  await openAndPress();
  expect(screen.queryByText('Sending the refund to the bank…')).not.toBeNull();
  refunds = [{ ...refund, refundStatus: 'FAILED', refundStatusDescription: 'The account is closed' }];
  await pass(750);
  const refusal = screen.getByRole('alert').textContent;
  expect(refusal).toContain('The account is closed');
  expect(refusal).toContain('Nothing was refunded. Trace 00000000deadbeef');
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('2.50');
  await press();
  expect(new Set(keys).size).toBe(2);
});

test('a payment that does not contain the refund yet says nothing about it', async () => {
  await openAndPress();
  await pass(4_900);
  expect(screen.queryByText('Sending the refund to the bank…')).not.toBeNull();
  await pass(200);
  expect(screen.queryByText('Refund of £2.50 is on its way')).not.toBeNull();
  const link = screen.getByRole('link', { name: 'Open payment' });
  expect(link.getAttribute('href')).toContain(row.paymentId);
  expect(toasts).toEqual([]);
});

test('closes with the usual toast when it is processed', async () => {
  await openAndPress();
  refunds = [{ ...refund, refundStatus: 'PROCESSED' }];
  await pass(250);
  expect([toasts, onClose.mock.calls.length, keys.length]).toEqual([['Refund of £2.50 is on its way'], 1, 1]);
});
