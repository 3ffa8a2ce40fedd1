import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { clearSession } from '#platform/session/session.ts';
import { payInId, wirePage, wirePayIn } from './testing/sample-pay-in.ts';
import { List, show } from './testing/show.tsx';
import { stubApi } from './testing/stub-api.ts';

// Disables polling: only opening a page loads data.
putSettings({ isTestAutomation: true });
let rows: ReturnType<typeof wirePayIn>[];
const payInAt = (number: number) => wirePayIn({ paymentId: payInId(number) });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T09:59:00Z') });
  localStorage.clear();
  clearSession();
  rows = Array.from({ length: 45 }, (_, index) => payInAt(index + 1));
  stubApi((url) => {
    const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('size'))];
    const content = rows.slice(page * size, (page + 1) * size);
    return { body: wirePage(content, { page, size, totalElements: rows.length }) };
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shown = async () => {
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).not.toBe('true'));
  return within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
};
const go = async (name: string, range: string) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await screen.findByText(range);
};

test('a page that repeats rows of the previous one shows how many have arrived, and links to them', async () => {
  show(<List given={{ rows: 20 }} />);
  await screen.findByText('1–20 of 45');
  const [last] = (await shown()).slice(-1);
  rows.unshift(payInAt(101), payInAt(102));
  await go('Next page', '21–40 of 47');
  // The rows of the previous page have moved on: the page says why.
  expect((await shown()).slice(0, 2)).toContain(last);
  await screen.findByText('2 new pay-ins since 09:59 UTC');
  await go('Next page', '41–47 of 47');
  await screen.findByText('2 new pay-ins since 09:59 UTC');
  await userEvent.click(screen.getByRole('button', { name: 'Show them' }));
  await screen.findByText('1–20 of 47');
  await waitFor(() => expect(screen.queryByText(/new pay-ins since/)).toBeNull());
});

test('a page that leaves out rows says that some have left the list', async () => {
  show(<List given={{ rows: 20 }} />);
  await screen.findByText('1–20 of 45');
  rows.splice(3, 2);
  await go('Next page', '21–40 of 43');
  await screen.findByText('2 pay-ins left this list since 09:59 UTC');
  expect(screen.queryByText(/new pay-ins since/)).toBeNull();
});

test('another search restarts the count', async () => {
  show(<List given={{ rows: 20 }} />);
  await screen.findByText('1–20 of 45');
  rows.unshift(payInAt(101));
  await userEvent.type(screen.getByRole('searchbox'), 'Amelia{Enter}');
  await screen.findByText('1–20 of 46');
  await go('Next page', '21–40 of 46');
  expect(screen.queryByText(/since/)).toBeNull();
});
