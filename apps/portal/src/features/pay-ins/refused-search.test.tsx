import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { clearSession } from '#platform/session/session.ts';
import { payInId, wirePage, wirePayIn } from './testing/sample-pay-in.ts';
import { List, show } from './testing/show.tsx';
import { providerError, stubApi } from './testing/stub-api.ts';

putSettings({ isTestAutomation: true });
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  clearSession();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const sentence = 'Please type three letters.';
const tooShort = { status: 400, body: { ...providerError(400, sentence).body, statusName: 'SEARCH_TOO_SHORT' } };
const ten = Array.from({ length: 10 }, (_, index) => wirePayIn({ paymentId: payInId(index + 1) }));

/** An API that finds 40 pay-ins for any search but refuses a search of one or two letters. */
const needsThree = () =>
  stubApi((url) => {
    const text = url.searchParams.get('globalSearch');
    if (text !== null && text.trim().length < 3) return tooShort;
    const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('size'))];
    return { body: wirePage(ten, { page, size, totalElements: 40 }) };
  });
const field = () => screen.getByRole('searchbox');
const fieldDescription = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;
const shownRows = () => within(screen.getByRole('table')).queryAllByRole('link');
const listed = () => waitFor(() => expect(shownRows()).toHaveLength(10));
const searchFor = async (text: string) => {
  const input = field() as HTMLInputElement;
  await userEvent.click(input);
  // Replaced in one step, because an empty field starts a search once typing pauses.
  input.setSelectionRange(0, input.value.length);
  await userEvent.paste(text);
  await userEvent.keyboard('{Enter}');
};

test.each(['a b+c', '50%', '{}', 'a', ' x ', '[1]', '100_\\', '"', '..'])(
  'sends %j exactly as it was typed',
  async (text) => {
    const { sent } = stubApi(() => ({ body: wirePage(ten) }));
    show(<List />);
    await listed();
    await searchFor(text);
    await waitFor(() => expect(sent.at(-1)?.searchParams.get('globalSearch')).toBe(text));
    expect((field() as HTMLInputElement).value).toBe(text);
    expect(screen.queryByText(/three letters/)).toBeNull();
  },
);

test('shows the sentence of the API at the field, keeps the previous rows and their count, and does not retry', async () => {
  const { sent } = needsThree();
  show(<List given={{ page: '3' }} />);
  await listed();
  await searchFor('ab');
  await waitFor(() => expect(fieldDescription()).toContain(sentence));
  expect(fieldDescription()).toContain('Still showing the list without a search.');
  expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.role).toBe('status');
  expect(shownRows()).toHaveLength(10);
  expect(screen.queryByText('21–30 of 40')).not.toBeNull();
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Oops!' })).toBeNull();
  // An error is shown only after the last retry.
  expect(sent.filter((url) => url.searchParams.get('globalSearch') === 'ab')).toHaveLength(1);
});

test('names the search whose rows are still shown, and removes the sentence once a search succeeds', async () => {
  needsThree();
  show(<List given={{ searchFilter: 'oliv' }} />);
  await listed();
  await searchFor('ol');
  await waitFor(() => expect(fieldDescription()).toBe(`${sentence} Still showing the results for “oliv”.`));
  await searchFor('olivia');
  await waitFor(() => expect(fieldDescription()).toBe(''));
  expect(shownRows()).toHaveLength(10);
});

test('keeps paging through the shown rows', async () => {
  const { sent } = needsThree();
  show(<List given={{ searchFilter: 'oliv', rows: '25' }} />);
  await listed();
  await searchFor('ol');
  await waitFor(() => expect(fieldDescription()).toContain(sentence));
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(fieldDescription()).toBe(''));
  expect((field() as HTMLInputElement).value).toBe('oliv');
  const { searchParams } = sent.at(-1)!;
  expect(['globalSearch', 'page', 'size'].map((name) => searchParams.get(name))).toEqual(['oliv', '1', '25']);
});

test('shows the field, the sentence and an empty table when a refused search is opened by its URL', async () => {
  needsThree();
  show(<List given={{ searchFilter: 'ab' }} />);
  await waitFor(() => expect(fieldDescription()).toBe(sentence));
  expect((field() as HTMLInputElement).value).toBe('ab');
  await screen.findByText('This search is too short');
  expect(shownRows()).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'Oops!' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await listed();
});

test('neither exports, saves as a view nor selects the whole list for a refused search', async () => {
  stubApi(
    (url) => {
      if (url.searchParams.get('globalSearch') === 'ab') return tooShort;
      return { body: wirePage(ten, { page: 0, size: 10, totalElements: 40 }) };
    },
    ['GET payments/export', 'GET payments/totals', 'POST payments/export'],
  );
  show(<List />);
  await listed();
  await searchFor('ab');
  await waitFor(() => expect(fieldDescription()).toContain(sentence));
  const button = await screen.findByRole('button', { name: /^Export/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Save as view' })).toBeNull();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await screen.findByRole('region', { name: 'Selection' });
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull();
});

test.each([
  ['a message but another status name', providerError(400, 'The range is too long.')],
  ['no message', { status: 400, body: '' }],
])('shows the error card for a 400 with %s', async (_, answer) => {
  const edge = needsThree();
  show(<List />);
  await listed();
  edge.answer(() => answer);
  await searchFor('ab');
  await screen.findByRole('heading', { name: 'Oops!' });
  expect(fieldDescription()).toBe('');
});
