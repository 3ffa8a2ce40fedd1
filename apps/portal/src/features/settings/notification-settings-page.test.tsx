import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { merchantQuery } from '#platform/merchant-query.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { application, merchant } from '#platform/testing/sample-merchant.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { NotificationSettingsPage } from './notification-settings-page.tsx';

beforeEach(() => {
  putSettings({ isTestAutomation: true });
  signIn({ authorities: ['EDIT_SETTINGS'], merchantId: merchant().merchantId });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Renders the switches. The test answers the writes; reads of the merchant are only counted. */
function renderSwitches() {
  const writes: ((answer: Response) => void)[] = [];
  let reads = 0;
  vi.stubGlobal('fetch', (target: string, { method = 'GET' }: RequestInit = {}) => {
    if (new URL(target).pathname.endsWith('/capabilities')) return Promise.resolve(Response.json([]));
    if (method === 'GET') reads += 1;
    return new Promise((answer) => method !== 'GET' && writes.push(answer));
  });
  const queryClient = createQueryClient();
  queryClient.setQueryData(merchantQuery(merchant().merchantId).queryKey, merchant());
  render(
    <QueryClientProvider client={queryClient}>
      <NotificationSettingsPage merchant={merchant()} applicationId={application().applicationId} />
    </QueryClientProvider>,
  );
  const before = reads;
  return { writes, readsSince: () => reads - before };
}

const refusal = () => new Response('', { status: 504 });

test('reads the merchant again when a write was not answered, because it can have been saved', async () => {
  const { writes, readsSince } = renderSwitches();
  await userEvent.click(screen.getByRole('switch', { name: 'Send an email' }));
  await act(async () => writes[0]?.(refusal()));
  await vi.waitFor(() => expect(readsSince()).toBe(1));
});

test('reads the merchant only after the last of two writes, because a read before would undo the second switch', async () => {
  const { writes, readsSince } = renderSwitches();
  await userEvent.click(screen.getByRole('switch', { name: 'Send an email' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Call the payment webhook' }));
  await act(async () => writes[0]?.(Response.json(null)));
  const email = screen.getByRole('switch', { name: 'Send an email' });
  await vi.waitFor(() => expect(email.getAttribute('aria-busy')).toBeNull());
  expect(readsSince()).toBe(0);
  await act(async () => writes[1]?.(refusal()));
  await vi.waitFor(() => expect(readsSince()).toBe(1));
});
