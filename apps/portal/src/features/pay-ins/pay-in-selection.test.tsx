import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#design/overlay/toaster.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { payInSearch } from './pay-in-filters.ts';
import { payInList } from './pay-in-list.tsx';
import { payIn, payInId, wirePage, wirePayIn } from './testing/sample-pay-in.ts';
import { List, show } from './testing/show.tsx';
import { never, stubApi } from './testing/stub-api.ts';

putSettings({ isTestAutomation: true });
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Twenty pay-ins on two pages. */
const open = async () => {
  stubApi((url) => {
    const page = Number(url.searchParams.get('page'));
    const rows = Array.from({ length: 10 }, (_, at) => wirePayIn({ paymentId: payInId(page * 10 + at) }));
    return { body: wirePage(rows, { page, size: 10, totalElements: 20 }) };
  });
  show(<List />);
  await screen.findAllByRole('checkbox', { name: /^Select Settled/ });
};
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')];
const ticked = () =>
  boxes()
    .map(({ checked }) => (checked ? 1 : 0))
    .join('');
const pageBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' });
const bar = () => screen.findByRole('region', { name: 'Selection' });

test('checkboxes appear with the rows, and one ticked before the code of the selection has loaded is selected', async () => {
  await open();
  await userEvent.click(boxes()[2]!);
  expect(within(await bar()).queryByText('1 selected · £1,249.50')).not.toBeNull();
  expect(ticked()).toBe('0010000000');
});

test('a range that is ticked before the code of the selection has loaded is selected', async () => {
  await open();
  fireEvent.click(boxes()[1]!);
  fireEvent.click(boxes()[4]!, { shiftKey: true });
  expect(within(await bar()).queryByText(/^4 selected/)).not.toBeNull();
  expect(ticked()).toBe('0111100000');
});

test('a range that is ticked at the moment when the selection appears is shown', async () => {
  const tick = (place: number, shiftKey: boolean) =>
    boxes()[place]!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  const ticks = new Promise<void>((resolve) => {
    // Runs right after the render in which the selection appears, before its other effects.
    const observer = new MutationObserver(() => {
      if (!screen.queryByRole('button', { name: 'Select' })) return;
      observer.disconnect();
      tick(1, false);
      tick(4, true);
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await open();
  await ticks;
  expect(within(await bar()).queryByText(/^4 selected/)).not.toBeNull();
  expect(ticked()).toBe('0111100000');
});

test('the checkbox of the page selects all of its rows also before the code of the selection has loaded', async () => {
  await open();
  await userEvent.click(pageBox());
  expect(within(await bar()).queryByText(/^10 selected/)).not.toBeNull();
  expect(ticked()).toBe('1111111111');
});

test('checkboxes follow ranges, the page, paging, keys and clearing', async () => {
  await open();
  await userEvent.click(boxes()[1]!);
  await bar();
  fireEvent.click(boxes()[4]!, { shiftKey: true });
  expect(ticked()).toBe('0111100000');
  expect([pageBox().checked, pageBox().indeterminate]).toEqual([false, true]);
  await userEvent.click(boxes()[2]!);
  expect(ticked()).toBe('0101100000');
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(ticked()).toBe('0000000000'));
  expect([pageBox().checked, pageBox().indeterminate]).toEqual([false, false]);
  await userEvent.click(pageBox());
  expect(ticked()).toBe('1111111111');
  expect(within(await bar()).queryByText(/^13 selected/)).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  await waitFor(() => expect(ticked()).toBe('0101100000'));
  await userEvent.keyboard('{Escape}');
  expect(ticked()).toBe('0000000000');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
});

test('a tick is removed with a message when the code of the selection cannot be loaded', async () => {
  stubApi(never);
  show(
    <>
      <Toaster />
      <ListPage
        title="Pay-ins"
        list={payInList}
        search={payInSearch.read({})}
        found={{ rows: [payIn()], total: 1, error: null, isBusy: false, isStale: false, onRetry: () => undefined }}
        context={{ rowHref: () => '/' }}
        rowHref={() => '/'}
        onChange={() => undefined}
        loadSelection={() => Promise.reject(new Error('offline'))}
      />
    </>,
  );
  await userEvent.click(boxes()[0]!);
  await screen.findByText('This could not be loaded.');
  expect(ticked()).toBe('0');
});
