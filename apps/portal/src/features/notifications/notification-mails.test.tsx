import { QueryClientProvider } from '@tanstack/react-query';
import { getNotificationMails, setNotificationMail } from '@volume/contract/notifications/notifications.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { NotificationMailsSection } from './notification-mails.tsx';

const merchantId = '018cc778-5000-7fb8-ab33-00000000a001';

beforeEach(() => {
  putSettings({ isTestAutomation: true });
  signIn({ authorities: ['VIEW_ONLY'], merchantId });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Renders the switches for a user without mails. The test answers the writes, by their kind, and the reads after the first. */
async function renderMails() {
  const writes = new Map<string, (answer: Response) => void>();
  const reads: ((answer: Response) => void)[] = [];
  let isFirst = true;
  vi.stubGlobal('fetch', (target: string, { method = 'GET' }: RequestInit = {}) => {
    const kind = new URL(target).pathname.split('/').at(-1) ?? '';
    if (method !== 'GET') return new Promise((answer) => writes.set(kind, answer));
    if (!isFirst) return new Promise((answer) => reads.push(answer));
    isFirst = false;
    return Promise.resolve(mailed());
  });
  const queryClient = createQueryClient();
  queryClient.setQueryData(
    capabilitiesQuery().queryKey,
    [getNotificationMails, setNotificationMail].map(
      ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    ),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <NotificationMailsSection merchantId={merchantId} />
    </QueryClientProvider>,
  );
  await screen.findByRole('switch', { name: 'Held payments' });
  return { queryClient, writes, reads };
}

const mailed = (...kinds: string[]) => Response.json({ kinds });
const switchOf = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });

test('keeps both of two switches on when the answer of the first arrives last', async () => {
  const { writes } = await renderMails();
  await userEvent.click(switchOf('Held payments'));
  await userEvent.click(switchOf('Failed refunds'));
  await act(async () => writes.get('REFUND_FAILED')?.(mailed('PAYMENT_HELD', 'REFUND_FAILED')));
  await act(async () => writes.get('PAYMENT_HELD')?.(mailed('PAYMENT_HELD')));
  await vi.waitFor(() => expect(switchOf('Held payments').getAttribute('aria-busy')).toBeNull());
  expect(isOn('Held payments')).toBe(true);
  expect(isOn('Failed refunds')).toBe(true);
});

test('reads the choice again when a write was not answered, because it can have been saved', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { writes, reads } = await renderMails();
  await userEvent.click(switchOf('Held payments'));
  await act(async () => writes.get('PAYMENT_HELD')?.(new Response('', { status: 504 })));
  await screen.findByText(/It is still off/);
  reads[0]?.(mailed('PAYMENT_HELD'));
  await vi.waitFor(() => expect(isOn('Held payments')).toBe(true));
});

const isOn = (name: string): boolean => switchOf(name).checked;
