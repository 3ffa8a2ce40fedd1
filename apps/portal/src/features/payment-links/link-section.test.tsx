import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idempotencyKeyHeader } from '@volume/contract/headers.ts';
import type { PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { LinkSection } from './link-section.tsx';
// Loads the lazy modules before the tests, because a busy machine may be slow to compile them.
import './mail-link-dialog.tsx';

notifyManager.setScheduler(queueMicrotask);

const mailCall = 'POST paymentintents/{}/mail';
const link = 'https://pay.example/pay/018cc778-5000-7fb8-ab33-000000000001';
const paymentLink: PaymentLink = {
  paymentIntentId: '018cc778-5000-7fb8-ab33-000000000001',
  applicationId: '018cc778-5000-7fb8-ab33-00000000b001',
  merchantId: '018cc778-5000-7fb8-ab33-00000000a001',
  paymentIntentLink: link,
  merchantPaymentId: null,
  customerIntentDescription: 'Bouquet',
  merchantIntentDescription: 'For us alone',
  attemptMode: 'MULTIPLE',
  paymentIntentStatus: 'NOT_STARTED',
  paymentRequest: { amount: 1_250, currency: 'GBP', reference: null },
  createdAt: '2026-11-20T09:05:00.000',
  updatedAt: '2026-11-20T09:05:00.000',
  expiresAt: null,
  attempts: [],
};

/** As the API sends it, in pounds. */
const wire = { ...paymentLink, paymentRequest: { ...paymentLink.paymentRequest, amount: 12.5 } };

let capabilities: string[];
let sent: { path: string; body: unknown; key: string | null }[];
let answer: () => Response;

function signInWith(authority: string): void {
  signIn({ merchantId: 'm', authorities: [authority] });
}

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signInWith('PAY_BY_LINK');
  capabilities = [mailCall];
  sent = [];
  answer = () => Response.json(wire);
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(target);
    if (pathname.endsWith('/capabilities')) return Response.json(capabilities);
    const key = new Headers(init.headers).get(idempotencyKeyHeader);
    sent.push({ path: pathname, body: JSON.parse(String(init.body)), key });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (more: Partial<PaymentLink> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LinkSection paymentLink={{ ...paymentLink, ...more }} zone="UTC" now={Date.parse('2026-11-21T09:00:00Z')} />
    </QueryClientProvider>,
  );

async function openDialog() {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Email…' }));
  return screen.findByRole('textbox', { name: 'Email address' });
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send email' }));

test('reports an invalid address at the field and does not send it', async () => {
  await userEvent.type(await openDialog(), 'nobody');
  await send();
  expect(screen.getByRole('textbox', { name: 'Email address' }).getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('shows why an email was refused, and retries with a new idempotency key', async () => {
  const errorMessage = 'This link was emailed five times today.';
  const refusal = { statusCode: 429, statusName: 'TOO_MANY_REQUESTS', errorMessage, source: 'VOLUME' };
  answer = () => Response.json(refusal, { status: 429 });
  await userEvent.type(await openDialog(), 'ada@shopper.example');
  await send();
  await screen.findByText(/This link was emailed five times today\./);
  answer = () => Response.json(wire);
  await send();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ path, body }) => [path.replace(/.*(paymentintents)/, '$1'), body])).toEqual(
    Array.from({ length: 2 }, () => [
      `paymentintents/${paymentLink.paymentIntentId}/mail`,
      { email: 'ada@shopper.example' },
    ]),
  );
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('shows a read-only user why they cannot email the link', async () => {
  signInWith('VOLUME_ADMIN_READ');
  show();
  const button = await screen.findByRole('button', { name: 'Email…' });
  await userEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test("opens the user's mail program with the link where the deployment sends no emails, without the merchant's internal description", async () => {
  capabilities = [];
  show();
  const mail = decodeURIComponent((await screen.findByRole('link', { name: 'Email' })).getAttribute('href') ?? '');
  expect(mail).toMatch(/^mailto:\?subject=Payment of £12\.50&body=/);
  expect(mail).toContain(link);
  expect(mail).not.toContain('For us alone');
});

test('a link at its attempt limit offers no sharing, and explains what to do', async () => {
  const { container } = show({ paymentIntentStatus: 'IN_PROGRESS', attemptCount: 50, attemptLimit: 50 });
  expect(screen.queryByText('This link takes no more attempts')).not.toBeNull();
  expect(container.textContent).toContain(
    'It was tried 50 times, which is the limit for one link. Cancel it and create a new one.',
  );
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
});

test.each([
  ['COMPLETED', 'This link is paid', 'it has been paid'],
  ['EXPIRED', 'This link was cancelled', 'it can’t be paid'],
] as const)('says what who opens a link that is %s will see', (paymentIntentStatus, title, says) => {
  show({ paymentIntentStatus, expiresAt: null, cancelledBy: 'maya@harbourbloom.example' });
  expect(screen.getByText(title)).not.toBeNull();
  expect(document.body.textContent).toContain(`Anyone who opens it will see that ${says}.`);
});
