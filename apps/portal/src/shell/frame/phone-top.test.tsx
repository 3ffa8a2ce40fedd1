import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { countUnreadNotifications } from '@volume/contract/notifications/notifications.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { PhoneTop } from './frame.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('keeps the bell and closes an open navigation when the page changes', async () => {
  putSettings({ isTestAutomation: true });
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => ({ matches: true, ...listen }));
  vi.stubGlobal('fetch', (target: string) => {
    const capability = `GET ${countUnreadNotifications.path.replace(/\{\w+\}/, '{}')}`;
    const isAsked = new URL(target).pathname.endsWith('/capabilities');
    return Promise.resolve(Response.json(isAsked ? [capability] : { count: 2 }));
  });
  signIn({ merchantId: 'm', authorities: ['VIEW_ONLY'] });
  const queryClient = createQueryClient();
  const top = (pathname: string) => (
    <QueryClientProvider client={queryClient}>
      <PhoneTop pathname={pathname} page="Page" badge={null}>
        <a href="/payments/payout">Payouts</a>
      </PhoneTop>
    </QueryClientProvider>
  );
  const { rerender } = render(top('/payments/payin'));
  const bell = await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  await userEvent.click(screen.getByRole('button', { name: 'Open navigation' }));
  await screen.findByRole('dialog', { name: 'Navigation' });
  rerender(top('/payments/payout'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBe(bell);
});
