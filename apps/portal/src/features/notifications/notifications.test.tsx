import { QueryClientProvider } from '@tanstack/react-query';
import { countUnreadNotifications } from '@volume/contract/notifications/notifications.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { Bell } from './bell.tsx';
import { notificationLine } from './notification-line.ts';

// Compiling lazily loaded modules can take longer than the test waits for them.
beforeAll(async () => {
  await import('./notifications-panel.tsx');
});
afterEach(() => {
  cleanup();
  wasAsked.mockReset();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Called when the capabilities have been requested. */
const wasAsked = vi.fn<() => void>();

const merchantId = '018cc778-5000-7fb8-ab33-00000000a001';
const id = '018cc778-5000-7fb8-ab33-00000000c001';
const held = {
  noticeId: id,
  applicationId: '018cc778-5000-7fb8-ab33-00000000b001',
  kind: 'PAYMENT_HELD',
  objectId: '018cc778-5000-7fb8-ab33-000000000001',
  amount: 12.5,
  currency: 'GBP',
  count: 1,
  atUtc: '2026-11-21T09:05:00.000',
  isRead: false,
};

interface World {
  unread: number;
  content?: object[];
  isOurs?: boolean;
  claims?: object;
}

/** Renders the bell for a signed-in user and returns the requests as `METHOD path`. */
function ring({ unread, content = [], isOurs = true, claims = { merchantId } }: World): string[] {
  putSettings({ isTestAutomation: true });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (target: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(target);
    if (pathname.endsWith('/capabilities')) {
      wasAsked();
      return new Response(
        JSON.stringify(isOurs ? [`GET ${countUnreadNotifications.path.replace(/\{\w+\}/, '{}')}`] : []),
      );
    }
    asked.push(`${method} ${pathname.split('/notices')[1] ?? pathname}`);
    if (method === 'POST') return new Response(null, { status: 204 });
    if (pathname.endsWith('/unread')) return new Response(JSON.stringify({ count: unread }));
    const page = { pageNumber: 0, pageSize: 20, offset: 0, paged: true, unpaged: false };
    const sort = { sorted: true, unsorted: false, empty: false };
    const counts = {
      totalElements: content.length,
      totalPages: 1,
      number: 0,
      numberOfElements: content.length,
      size: 20,
    };
    return new Response(
      JSON.stringify({ content, pageable: { ...page, sort }, last: true, first: true, empty: false, ...counts }),
    );
  });
  signIn({ authorities: ['VIEW_ONLY'], ...claims });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <aside>
        <Bell place="side" />
      </aside>
      <header>
        <Bell place="phone" />
      </header>
    </QueryClientProvider>,
  );
  return asked;
}

test('shows the unread count, lists the notifications with links when opened, and marks them as read', async () => {
  const asked = ring({ unread: 1, content: [held] });
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  const link = await screen.findByRole('link', { name: /Payment of £12.50 is held for review/ });
  expect(link.getAttribute('href')).toContain(`/payments/${held.objectId}`);
  await waitFor(() => expect(asked).toContain('POST /read'));
});

test('shows a hundred unread as 99+', async () => {
  ring({ unread: 100 });
  const bell = await screen.findByRole('button', { name: 'Notifications, 99+ unread' });
  expect(bell.textContent).toContain('99+');
});

test('explains an empty list and marks nothing as read', async () => {
  const asked = ring({ unread: 0 });
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
  await screen.findByText(/Nothing yet/);
  expect(asked).not.toContain('POST /read');
});

test.each<[string, Partial<World>]>([
  ['a deployment without notifications', { isOurs: false }],
  ['a user without a role', { claims: { merchantId, authorities: [] } }],
  ['an administrator outside of a merchant', { claims: { adminId: 'a', authorities: ['VOLUME_ADMIN'] } }],
])('shows no bell for %s and requests nothing', async (_, world) => {
  const asked = ring({ unread: 3, ...world });
  await waitFor(() => expect(wasAsked).toHaveBeenCalled());
  expect(screen.queryByRole('button')).toBeNull();
  expect(asked).toEqual([]);
});

test('shows an unknown kind by the label rule with a link to the overview', () => {
  expect(notificationLine({ ...held, amount: 1_250, kind: 'SKY_FELL' })).toMatchObject({ text: 'Sky Fell' });
  expect(notificationLine({ ...held, kind: 'constructor' }).text).toBe('Constructor');
});

/** Sets the window's width for media queries. */
function setWidth(width: number): void {
  const matches = (query: string) => {
    const [, sign, edge] = /\(width (<=|<|>) (\d+)px\)/.exec(query) ?? [];
    return sign === '<=' ? width <= Number(edge) : sign === '<' ? width < Number(edge) : width > Number(edge);
  };
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query), ...listen }));
}

// The phone layout ends at 768 px (design/theme.css).
test.each([
  [767, 'banner'],
  [768, 'banner'],
  [769, 'complementary'],
])('shows the only bell at %i px in the %s', async (width, place) => {
  setWidth(width);
  ring({ unread: 0 });
  const bell = await screen.findByRole('button', { name: 'Notifications' });
  expect(screen.getByRole(place).contains(bell)).toBe(true);
});
