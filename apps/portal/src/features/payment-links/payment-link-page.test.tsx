import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { PaymentLinkPage } from './payment-link-page.tsx';

beforeEach(() => {
  putSettings({ isTestAutomation: true });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.setItem(sessionKeys.token, 'the-token');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const id = '018cc778-5000-7fb8-ab33-000000000001';
const wire = {
  paymentIntentId: id,
  applicationId: '018cc778-5000-7fb8-ab33-00000000b001',
  merchantId: '018cc778-5000-7fb8-ab33-00000000a001',
  paymentIntentLink: 'https://pay.example/pay/1',
  merchantPaymentId: null,
  customerIntentDescription: 'Bouquet',
  merchantIntentDescription: null,
  attemptMode: 'MULTIPLE',
  paymentIntentStatus: 'NOT_STARTED',
  paymentRequest: { amount: 12.5, currency: 'GBP', reference: null },
  createdAt: '2026-11-20T09:05:00.000',
  updatedAt: '2026-11-20T09:05:00.000',
  expiresAt: null,
  attempts: [],
};
const refusal = { statusCode: 422, statusName: 'REFUSED', errorMessage: 'The link is locked.', source: 'VOLUME' };

const renderPage = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PaymentLinkPage
        paymentIntentId={id}
        listHref="/pay-by-link"
        paymentHref={(paymentId) => `/payments/${paymentId}`}
        duplicate={() => null}
      />
    </QueryClientProvider>,
  );

test('shows the error card for a link that cannot be loaded, and the link once it can', async () => {
  let isBroken = true;
  vi.stubGlobal('fetch', (target: string) => {
    if (new URL(target).pathname.endsWith('/capabilities')) return Promise.resolve(Response.json([]));
    return Promise.resolve(isBroken ? Response.json(refusal, { status: 422 }) : Response.json(wire));
  });
  renderPage();
  expect((await screen.findByRole('alert')).textContent).toContain('Oops!The link is locked.');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again?' }));
  await screen.findByRole('heading', { name: /Payment link of/ });
});

function show(link: object): void {
  vi.stubGlobal('fetch', (target: string) =>
    Promise.resolve(Response.json(new URL(target).pathname.endsWith('/capabilities') ? [] : link)),
  );
  renderPage();
}

test('shows metadata by name, hidden in privacy mode, and nothing without any', async () => {
  show({ ...wire, metadata: { 'shop.basket': '7', customer: 'Zoë', note: '' } });
  const metadata = within(await screen.findByRole('region', { name: 'Metadata' }));
  expect(metadata.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'customer',
    'note',
    'shop.basket',
  ]);
  expect(metadata.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Zoë', '–', '7']);
  for (const text of ['Zoë', '7']) expect(metadata.getByText(text).closest('[data-personal]')).not.toBeNull();
});

test.each([{}, { metadata: null }, { metadata: {} }])('shows no metadata for a link with %j', async (none) => {
  show({ ...wire, ...none });
  await screen.findByRole('heading', { name: /Payment link of/ });
  expect(screen.queryByRole('region', { name: 'Metadata' })).toBeNull();
});
