import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setPreference } from '#platform/preferences.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { clearSession } from '#platform/session/session.ts';
import { wirePage, wirePayIn } from './testing/sample-pay-in.ts';
import { List, show } from './testing/show.tsx';
import { stubApi } from './testing/stub-api.ts';

putSettings({ isTestAutomation: true });
beforeAll(() => import('#design/filter/editors/date-range-editor.tsx'));
beforeEach(() => {
  localStorage.clear();
  clearSession();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Europe/Berlin' } as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A list with one payment, which the API returns if it was created within the requested days. */
function showList(now: string, createdAt: string, given: Record<string, string>) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  stubApi(({ searchParams }) => {
    const [from, to] = [searchParams.get('startDateTimeUtc') ?? '', searchParams.get('endDateTimeUtc') ?? '~'];
    const content = createdAt >= from && createdAt <= to ? [wirePayIn({ createdAt })] : [];
    return { body: wirePage(content, { page: 0, size: 10, totalElements: content.length }) };
  });
  show(<List given={given} />);
}
const days = () => within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name: /^Created/ });

test.each([
  // Berlin is one hour ahead of UTC in winter and two in summer.
  ['2026-11-24T12:00:00Z', '2026-11-21T23:30:00.000', '22 Nov, 00:30', '2026-11-21', '2026-11-22'],
  ['2026-10-27T12:00:00Z', '2026-10-24T22:30:00.000', '25 Oct, 00:30', '2026-10-24', '2026-10-25'],
  ['2026-10-27T12:00:00Z', '2026-10-25T23:30:00.000', '26 Oct, 00:30', '2026-10-25', '2026-10-26'],
  ['2026-04-01T12:00:00Z', '2026-03-28T23:30:00.000', '29 Mar, 00:30', '2026-03-28', '2026-03-29'],
  ['2026-04-01T12:00:00Z', '2026-03-29T22:30:00.000', '30 Mar, 00:30', '2026-03-29', '2026-03-30'],
])(
  'with times in Berlin, the date filter says that its days are UTC: %s, %s',
  async (now, createdAt, time, utc, local) => {
    setPreference('zone', 'local');
    showList(now, createdAt, { from: utc, to: utc });
    await screen.findByText(time);
    expect(days().textContent).toMatch(/, UTC$/);
    cleanup();
    showList(now, createdAt, { from: local, to: local });
    await screen.findByText(/^Created .*, UTC$/, { selector: 'bdi' });
    expect(days().textContent).toMatch(/, UTC$/);
  },
);

test('after midnight in Berlin a preset is shown by its dates, and the editor shows the current day in UTC', async () => {
  setPreference('zone', 'local');
  showList('2026-10-31T23:15:00Z', '2026-09-12T10:00:00.000', {});
  expect(days().textContent).toContain('1 Oct – 31 Oct, UTC');
  await userEvent.click(days());
  await screen.findByText('Days in UTC, where it is 31 Oct 2026');
  await userEvent.click(screen.getByRole('button', { name: 'Last month' }));
  expect(days().textContent).toContain('1 Sept – 30 Sept, UTC');
});

test('with times in UTC, the date filter does not mention UTC', async () => {
  setPreference('zone', 'utc');
  showList('2026-11-24T12:00:00Z', '2026-11-21T23:30:00.000', { from: '2026-11-21', to: '2026-11-21' });
  await screen.findByText('21 Nov, 23:30');
  expect(days().textContent).toMatch(/21 Nov$/);
});
