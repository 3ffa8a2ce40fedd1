import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { typeGroups, typesText } from './endpoints-query.ts';
import { EndpointsSection } from './endpoints-section.tsx';
// Preloads the lazy dialogs, so that a busy machine does not time out.
import './endpoint-dialogs.tsx';
import './endpoint-form-dialog.tsx';
import './test-endpoint-dialog.tsx';

notifyManager.setScheduler(queueMicrotask);

const orders = {
  endpointId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c01',
  name: 'Orders',
  url: 'https://shop.example.com/volume',
  types: ['payment.settled', 'payment.failed', 'payment_link.expired'],
  confirmedAtUtc: '2026-03-01T10:00:00.000' as string | null,
  pausedAtUtc: null as string | null,
  failingSinceUtc: null as string | null,
  lastDelivery: {
    id: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c02',
    state: 'FAILING',
    createdAtUtc: '2026-03-01T10:00:00.000',
  },
  keys: [
    { keyId: 'k', publicKey: 'whpk_next=', createdAtUtc: '2026-03-01T10:00:00.000', endsAtUtc: null as string | null },
  ],
  challenge: null as object | null,
  createdAtUtc: '2026-03-01T10:00:00.000',
  createdBy: 'ida@shop.example',
  version: '"v1"',
};

const testCall = 'POST merchants/{}/applications/{}/webhook-endpoints/{}/test';
const attempt = {
  attempt: 1,
  atUtc: '2026-03-01T10:00:00.000',
  httpStatus: 204 as number | null,
  durationMs: 35,
  error: null as string | null,
  responseBody: '',
};
/** The test event, as it is read after it was sent. */
let tested: object;
const testedWith = (state: string, change: Partial<typeof attempt> = {}) => ({
  id: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c09',
  kind: 'REFUND',
  objectId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c10',
  url: orders.url,
  endpointId: orders.endpointId,
  eventType: 'refund.processed',
  replay: null,
  state,
  createdAtUtc: '2026-03-01T10:00:00.000',
  nextAttemptAtUtc: null,
  requestBody: '{}',
  authorization: null,
  attempts: [{ ...attempt, ...change }],
});

let endpoints: (typeof orders)[];
/** The endpoints once the test event was answered, which is after `reread`. */
let answered: (typeof orders)[];
let reread: Promise<void> | undefined;
let onReread: () => void;
let written: { method: string; path: string; body: unknown }[];
let authorities: string[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  authorities = ['EDIT_SETTINGS'];
  endpoints = [orders];
  answered = endpoints;
  reread = undefined;
  onReread = () => undefined;
  written = [];
  tested = testedWith('DELIVERED');
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(target);
    const { method = 'GET' } = init;
    if (pathname.endsWith('/capabilities')) return Response.json([testCall]);
    if (method === 'GET' && pathname.includes('/webhook-deliveries/')) {
      await reread;
      endpoints = answered;
      return Response.json(tested);
    }
    if (method === 'GET') {
      if (written.length > 0) onReread();
      return Response.json(endpoints);
    }
    const path = pathname.split('/webhook-endpoints')[1] ?? '';
    written.push({ method, path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (path.endsWith('/test')) return Response.json({ ...tested, state: 'PENDING', attempts: [] });
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(orders);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function draw() {
  const merchantId = authorities[0]?.startsWith('VOLUME') ? {} : { merchantId: 'm' };
  signIn({ ...merchantId, authorities, email: 'ida@shop.example' });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const application = {
    merchantId: 'm',
    applicationId: 'shop',
    paymentStatusWebhookUrl: 'https://shop.example.com/old',
  };
  render(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={createQueryClient()}>
        <EndpointsSection application={{ refundWebhookUrl: null, payoutWebhookUrl: null, ...application } as never} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  return userEvent.setup();
}
const row = async () => (await screen.findByText('Orders')).closest('li')!;

test('shows an endpoint with its types, key and last delivery, and the specified addresses below', async () => {
  draw();
  const { textContent } = await row();
  for (const text of ['Confirmed', 'Payments: settled, failed; Payment links: expired', 'whpk_next=', 'Failing, '])
    expect(textContent).toContain(text);
  expect(screen.getByText('https://shop.example.com/old')).toBeTruthy();
  expect(screen.getAllByText('Not set')).toHaveLength(2);
});

test('says that there are no endpoints', async () => {
  endpoints = [];
  draw();
  expect(await screen.findByText(/No endpoints yet/)).toBeTruthy();
});

test.each([
  [{ confirmedAtUtc: null }, 'Waiting for its answer'],
  [{ pausedAtUtc: '2026-03-02T10:00:00.000' }, 'Paused'],
  [{ failingSinceUtc: '2026-03-02T10:00:00.000' }, 'Failing since'],
])('with %j it is shown as “%s”', async (change, text) => {
  endpoints = [{ ...orders, ...change }];
  draw();
  expect((await row()).textContent).toContain(text);
});

test('shows until when the former key signs', async () => {
  endpoints = [
    {
      ...orders,
      keys: [{ ...orders.keys[0]!, publicKey: 'whpk_former=', endsAtUtc: '2026-03-02T10:00:00.000' }, ...orders.keys],
    },
  ];
  draw();
  expect((await row()).textContent).toContain('Also signs until');
  expect(screen.queryByText('whpk_former=')).toBeNull();
});

test('adds an endpoint with a whole group and one further type', async () => {
  const user = draw();
  await row();
  await user.click(screen.getByRole('button', { name: 'Add endpoint…' }));
  await user.click(await screen.findByRole('button', { name: 'Add endpoint' }));
  expect(await screen.findByText('Choose at least one.')).toBeTruthy();
  expect(written).toEqual([]);
  for (const [label, text] of [
    ['Name', 'Reports'],
    ['Address', 'https://reports.example.com/volume'],
  ] as const) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  await user.click(screen.getByRole('checkbox', { name: 'Payment links' }));
  await user.click(screen.getByRole('checkbox', { name: /payment\.settled/ }));
  await user.click(screen.getByRole('button', { name: 'Add endpoint' }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toEqual({
    method: 'POST',
    path: '',
    body: {
      name: 'Reports',
      url: 'https://reports.example.com/volume',
      types: ['payment.settled', 'payment_link.expired', 'payment_link.cancelled'],
    },
  });
});

test('an unconfirmed endpoint gets a challenge, shows the response, and accepts the code from the log', async () => {
  endpoints = [{ ...orders, confirmedAtUtc: null }];
  const user = draw();
  const enter = await screen.findByRole('button', { name: 'Enter the challenge of Orders…' });
  endpoints = [
    {
      ...orders,
      confirmedAtUtc: null,
      challenge: {
        sentAtUtc: '2026-03-01T10:00:00.000',
        expiresAtUtc: '2026-03-01T11:00:00.000',
        httpStatus: 404,
        error: 'Answered 404',
      },
    },
  ];
  expect(enter.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Send a challenge to Orders' }));
  expect(await screen.findByText(/Answered 404\. Sent/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Enter the challenge of Orders…' }));
  await user.type(await screen.findByLabelText('Challenge'), ' a1b2 ');
  await user.click(screen.getByRole('button', { name: 'Confirm address' }));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    ['challenge', null],
    ['confirm', { code: 'a1b2' }],
  ]);
});

test('pauses, rotates and deletes an endpoint', async () => {
  const user = draw();
  await row();
  await user.click(screen.getByRole('button', { name: 'Pause Orders' }));
  await waitFor(() => expect(written).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Rotate key Orders…' }));
  await user.click(await screen.findByRole('button', { name: 'Rotate key' }));
  await waitFor(() => expect(written).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Delete Orders…' }));
  await user.click(await screen.findByRole('button', { name: 'Delete endpoint' }));
  await waitFor(() => expect(written).toHaveLength(3));
  expect(written.map(({ method, path }) => `${method} ${path.split('/').slice(2).join('/')}`)).toEqual([
    'PUT paused',
    'POST rotate',
    'DELETE ',
  ]);
});

test.each<[object, string, string]>([
  [testedWith('DELIVERED'), 'Answered 204.', 'It counts as delivered.'],
  [testedWith('GAVE_UP', { httpStatus: 500 }), 'Answered 500.', 'It does not count as delivered'],
  [
    testedWith('GAVE_UP', { httpStatus: null, error: 'The name was not found' }),
    'The name was not found.',
    'not sent again',
  ],
])('a test event is sent, and the dialog shows the answer: %#', async (after, title, sentence) => {
  tested = after;
  const user = draw();
  await row();
  await user.click(await screen.findByRole('button', { name: 'Send a test event to Orders…' }));
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  await user.click(screen.getByRole('button', { name: 'Send a refund event' }));
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(new RegExp(sentence))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Request and response' }).getAttribute('href')).toContain('delivery=');
  expect(written).toEqual([{ method: 'POST', path: `/${orders.endpointId}/test`, body: { kind: 'REFUND' } }]);
});

test('an answered test event is no longer listed as pending behind the dialog', async () => {
  const lastDelivery = { ...orders.lastDelivery, createdAtUtc: '2026-03-02T10:00:00.000' };
  endpoints = [{ ...orders, lastDelivery: { ...lastDelivery, state: 'PENDING' } }];
  answered = [{ ...orders, lastDelivery: { ...lastDelivery, state: 'DELIVERED' } }];
  reread = new Promise((resolve) => {
    onReread = resolve;
  });
  const user = draw();
  await user.click(await screen.findByRole('button', { name: 'Send a test event to Orders…' }));
  await user.click(await screen.findByRole('button', { name: 'Send a payment event' }));
  expect(await screen.findByText('Answered 204.')).toBeTruthy();
  expect(await screen.findByText('Delivered, 2 Mar 2026, 10:00 UTC')).toBeTruthy();
});

test.each([
  [{ confirmedAtUtc: null }, null],
  [{ pausedAtUtc: '2026-03-02T10:00:00.000' }, 'true'],
])('with %j no test event can be sent', async (change, disabled) => {
  endpoints = [{ ...orders, ...change }];
  draw();
  await row();
  await screen.findByRole('button', { name: 'Change Orders…' });
  const button = disabled === null ? null : await screen.findByRole('button', { name: 'Send a test event to Orders…' });
  expect(button?.getAttribute('aria-disabled') ?? null).toBe(disabled);
  if (disabled === null) expect(screen.queryByRole('button', { name: /test event/ })).toBeNull();
});

test('an administrator who can only read sees the endpoints and cannot change them', async () => {
  authorities = ['VOLUME_ADMIN_READ'];
  draw();
  const buttons = within(await row())
    .getAllByRole('button')
    .filter((each) => !each.textContent?.includes('Copy'));
  for (const button of [...buttons, screen.getByRole('button', { name: 'Add endpoint…' })])
    expect(button.getAttribute('aria-disabled'), button.textContent ?? '').toBe('true');
});

test('every type is in one group', () => {
  expect(typesText(typeGroups.flatMap(({ types }) => types))).toBe('All events');
});
