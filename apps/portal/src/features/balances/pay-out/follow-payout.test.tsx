import { QueryClientProvider } from '@tanstack/react-query';
import { getPayout } from '@volume/contract/payouts/payouts.ts';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { receiveToasts } from '#design/overlay/toast.ts';
import { account } from '#features/balances/testing/sample-account.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { PayOutDialog } from './pay-out-dialog.tsx';

const payoutPaymentId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b09';
const payout = {
  payoutPaymentId,
  createdAtUtc: '2026-11-21T10:00:00.000',
  updatedAtUtc: '2026-11-21T10:00:00.000',
  status: 'IN_PROGRESS',
  statusDescription: null as string | null,
  payInAccountId: 1,
  type: 'PAYOUT',
  initiatedBy: null,
  payoutRequestDetails: {
    amount: 12.5,
    currency: 'GBP',
    reference: null,
    destination: { type: 'SCAN', id: 'b', name: 'Thames Freight', accountNumber: null, sortCode: null, iban: null },
  },
};
const payee = { vaDefaultPayOutBeneficiaryAccountId: 'b' } as never;
const follow = `GET ${getPayout.path.replaceAll(/\{\w*\}/g, '{}')}`;

let capabilities: string[];
/** The idempotency key of each payout that was sent. */
let keys: (string | null)[];
/** The body of each payout that was sent. */
let bodies: unknown[];
let reads: number;
let toasts: string[];
let answer: () => Response;
let now: () => Response | Promise<Response>;
let stopToasts: () => void;
const onClose = vi.fn<() => void>();

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId: 'm', authorities: ['EDIT_SETTINGS'] });
  capabilities = [follow, 'GET merchants/{}/notices'];
  [keys, bodies, reads, toasts] = [[], [], 0, []];
  answer = () => Response.json(payout, { headers: { 'x-trace-id': '00000000deadbeef' } });
  now = () => Response.json(payout);
  onClose.mockReset();
  stopToasts = receiveToasts(({ title }) => toasts.push(title));
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    if (target.endsWith('/capabilities')) return Response.json(capabilities);
    if (init.method === 'POST') {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      bodies.push(JSON.parse(String(init.body)));
      return answer();
    }
    if (!target.includes(payoutPaymentId)) return Response.json([]);
    reads += 1;
    return now();
  });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  stopToasts();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens the dialog and types £12.50; from then on the test decides how much time passes. */
async function openAndType() {
  const scope = { merchantId: 'm', applicationId: 'a' };
  const dialog = (isOpen: boolean, shown = account) => (
    <QueryClientProvider client={client}>
      <PayOutDialog {...{ scope, payee, isOpen, onClose }} account={shown} />
    </QueryClientProvider>
  );
  const client = createQueryClient();
  const { rerender, unmount } = render(dialog(true));
  await screen.findByLabelText('To');
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '12.50' } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const shrink = () =>
    rerender(dialog(true, { ...account, virtualAccountInformation: { availableBalance: 0, balance: 5_000_00 } }));
  return { close: () => rerender(dialog(false)), reopen: () => rerender(dialog(true)), shrink, unmount };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.getByRole('button', { name });
async function press() {
  fireEvent.click(button('Pay out £12.50'));
  await pass(1);
}
const is = (status: string, statusDescription: string | null = null) =>
  (now = () => Response.json({ ...payout, status, statusDescription }));
const sending = () => screen.queryByText('Sending the payout to the bank…');

test('says that the payout is being sent and that closing does not cancel it, and keeps the focus', async () => {
  await openAndType();
  button('Pay out £12.50').focus();
  await press();
  const region = screen.getAllByRole('status').find((each) => each.contains(sending()));
  expect(within(region!).getByText(/You can close this window without cancelling the payout\./)).not.toBeNull();
  expect(document.activeElement).toBe(button('Pay out £12.50'));
  expect(button('Close').getAttribute('aria-disabled')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').readOnly).toBe(true);
});

test('shows a refusal in the provider’s words with the trace, keeps the amount, and sends a new attempt with a new key', async () => {
  await openAndType();
  await press();
  is('FAILED', 'The destination account cannot receive payments');
  await pass(250);
  const refusal = screen.getByRole('alert');
  expect(refusal.textContent).toContain('The destination account cannot receive payments');
  expect(refusal.textContent).toContain('Modulr refused. Nothing was paid out. Trace 00000000deadbeef');
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('12.50');
  expect([sending(), toasts, reads]).toEqual([null, [], 1]);
  await press();
  expect(new Set(keys).size).toBe(2);
});

test('closes with the usual toast when the payout is processed, and stops polling', async () => {
  await openAndType();
  await press();
  await pass(300);
  is('PROCESSED');
  await pass(500);
  expect([toasts, onClose.mock.calls.length]).toEqual([['Payout of £12.50 is on its way'], 1]);
  const before = reads;
  await pass(6_000);
  expect(reads).toBe(before);
});

test('says after five seconds that it is on its way, with a link and the effect of a later refusal, and shows no toast', async () => {
  const { close } = await openAndType();
  await press();
  await pass(4_900);
  expect(sending()).not.toBeNull();
  await pass(200);
  expect(screen.getByText('Payout of £12.50 is on its way')).not.toBeNull();
  expect(screen.getByText(/we’ll let you know in Notifications and under Needs attention/)).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Open payout' }).getAttribute('href')).toContain(payoutPaymentId);
  expect(document.activeElement?.closest('dialog')).not.toBeNull();
  expect(screen.queryByRole('button', { name: /^Pay out/ })).toBeNull();
  expect([toasts, onClose.mock.calls.length, keys.length]).toEqual([[], 0, 1]);
  expect(reads).toBeLessThan(8);
  fireEvent.click(button('Close'));
  close();
  expect(onClose).toHaveBeenCalledOnce();
  await pass(6_000);
  expect(toasts).toEqual([]);
});

test('says that a held payout is being reviewed', async () => {
  await openAndType();
  await press();
  is('HELD');
  await pass(250);
  expect(screen.getByText('Payout of £12.50 is being reviewed')).not.toBeNull();
});

test('closing stops polling and reports the payout in a toast; the dialog opens empty again', async () => {
  const { close, reopen } = await openAndType();
  await press();
  fireEvent.click(button('Close'));
  close();
  await pass(1);
  expect([toasts, onClose.mock.calls.length > 0, keys.length]).toEqual([['Payout of £12.50 is on its way'], true, 1]);
  await pass(6_000);
  expect(reads).toBe(0);
  reopen();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('');
  expect(sending()).toBeNull();
});

test('does not report the amount as too high when the new balance arrives', async () => {
  const { shrink } = await openAndType();
  await press();
  shrink();
  expect(screen.queryByText(/too much/)).toBeNull();
  is('FAILED', 'No');
  await pass(250);
  expect(screen.getAllByText(/too much/)).not.toHaveLength(0);
});

test('leaving the page stops polling', async () => {
  const { unmount } = await openAndType();
  await press();
  await pass(250);
  unmount();
  const before = reads;
  await pass(6_000);
  expect([reads - before, toasts]).toEqual([0, ['Payout of £12.50 is on its way']]);
});

test('sends nothing when it is pressed again, also with Enter', async () => {
  await openAndType();
  await press();
  await press();
  fireEvent.submit(screen.getByLabelText('Amount').closest('form')!);
  await pass(250);
  expect(keys).toHaveLength(1);
});

test('a failed poll does not count as a refusal, and the dialog says when there is no network', async () => {
  await openAndType();
  await press();
  now = () => new Response('oh', { status: 500 });
  await pass(250);
  expect(sending()).not.toBeNull();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  now = () => Promise.reject(new TypeError('no network'));
  await pass(500);
  expect(screen.getByText('You’re offline')).not.toBeNull();
  is('PROCESSED');
  await pass(1_000);
  expect(toasts).toEqual(['Payout of £12.50 is on its way']);
});

test('a hidden page does not poll', async () => {
  await openAndType();
  await press();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await pass(2_000);
  expect(reads).toBe(0);
  hidden.mockReturnValue(false);
  await pass(1_000);
  expect(reads).toBeGreaterThan(0);
});

test.each<[string, () => void, string]>([
  ['has no call for a payout', () => (capabilities = []), 'is on its way'],
  ['answers a final status', () => (answer = () => Response.json({ ...payout, status: 'PROCESSED' })), 'is on its way'],
  ['answers with an empty body', () => (answer = () => new Response('')), 'is on its way'],
])('closes immediately at an API that %s', async (_, prepare, state) => {
  prepare();
  await openAndType();
  await press();
  expect([toasts, reads, onClose.mock.calls.length]).toEqual([[`Payout of £12.50 ${state}`], 0, 1]);
});

test('does not follow a payout that waits for an approval', async () => {
  const approval = {
    orderId: payoutPaymentId,
    kind: 'PAYOUT',
    state: 'WAITING',
    applicationId: 'a',
    payInAccountId: 1,
    paymentId: null,
    amount: 12.5,
    currency: 'GBP',
    reference: null,
    recipient: { name: null, accountNumber: null, sortCode: null, iban: null },
    source: 'PERSON',
    requestedBy: 'maya@shop.example',
    createdAtUtc: '2026-11-21T10:00:00.000',
    expiresAtUtc: '2026-11-24T10:00:00.000',
    decidedBy: null,
    decidedAtUtc: null,
    reason: null,
  };
  answer = () => Response.json({ ...payout, approval });
  await openAndType();
  await press();
  expect([toasts, reads]).toEqual([['Payout of £12.50 is awaiting approval'], 0]);
});

test('shows the refusal of an API that submits the payout before it answers', async () => {
  const refusal = {
    statusCode: 500,
    statusName: 'INTERNAL_SERVER_ERROR',
    errorMessage: 'Virtual Account Provider API Error -> ClientError code=X, message=No such account',
    traceId: '00000000deadbeef',
    source: 'MODULR',
  };
  answer = () => Response.json(refusal, { status: 500 });
  await openAndType();
  await press();
  expect(screen.getByRole('alert').textContent).toContain('No such account');
  await press();
  expect([reads, new Set(keys).size]).toEqual([0, 2]);
});

const reference = () => screen.getByLabelText('Reference');
const type = (text: string) => fireEvent.change(reference(), { target: { value: text } });
const documented = { payInAccountId: account.id, amount: 12.5, beneficiaryId: null };

test('sends a reference of the length that the bank accepts, and shows it in the facts; none without the capability', async () => {
  const { unmount } = await openAndType();
  expect(screen.queryByLabelText('Reference')).toBeNull();
  await press();
  expect(bodies).toEqual([documented]);
  vi.useRealTimers();
  unmount();
  capabilities.push('POST merchants/{}/applications/{}/payouts reference');
  await openAndType();
  screen.getByText('On the recipient’s bank statement, up to 18 characters. If empty, one is added.');
  screen.getByText('Added automatically');
  type('INV-20418 November');
  screen.getByText('INV-20418 November');
  await press();
  expect(bodies).toEqual([documented, { ...documented, reference: 'INV-20418 November' }]);
});

test('shows at the field which characters a bank does not accept, and sends nothing', async () => {
  capabilities.push('POST merchants/{}/applications/{}/payouts reference');
  await openAndType();
  type('INV-20418 November 2026');
  await press();
  screen.getByText('Use 18 characters or fewer (currently 23).');
  type('Größe');
  await pass(1);
  screen.getByText('Contains a character that banks do not accept.');
  expect(bodies).toEqual([]);
});
