import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toPage } from '@volume/contract/lists/page.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, sessionKeys } from '#platform/session/session.ts';
import { actionLabel } from './activity-labels.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { ActivitySection } from './activity-section.tsx';
// Preloads the lazy code, so that a busy machine does not time out.

notifyManager.setScheduler(queueMicrotask);

const activity = {
  id: 'activity-1',
  atUtc: '2026-03-01T10:00:00.000',
  actor: 'ida@harbourbloom.example',
  actorKind: 'MERCHANT',
  action: 'SIGN_IN_FAILED',
  subject: 'ida@harbourbloom.example',
  detail: null,
  ip: '192.0.2.7',
  userAgent: null,
  traceId: null,
};

let asked: string[];
let total: number;
let shown: object;

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  localStorage.setItem(sessionKeys.token, 'the-token');
  asked = [];
  total = 60;
  shown = activity;
  vi.stubGlobal('fetch', async (target: string): Promise<Response> => {
    const { pathname, search } = new URL(target);
    if (pathname.endsWith('/capabilities')) return new Response('[]');
    asked.push(search);
    const rows = total === 0 ? [] : [shown];
    return new Response(JSON.stringify(toPage(rows, { page: 0, size: 10, totalElements: total })));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Section({ given }: { given: Record<string, unknown> }) {
  const [search, setSearch] = useState<Record<string, unknown>>(given);
  return (
    <>
      <ActivitySection merchantId={null} given={search} onSearch={setSearch} />
      <output>{JSON.stringify(search)}</output>
    </>
  );
}
const show = (given: Record<string, unknown> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Section given={given} />
    </QueryClientProvider>,
  );
const address = (): unknown => JSON.parse(document.querySelector('output')?.textContent ?? '');

test('has its own page and filters in the address: those of another list change nothing', async () => {
  show({ page: '4', rows: '50', activityPage: '2', activityRows: '25', activityAction: 'SIGN_IN_FAILED,DANCED' });
  await screen.findByRole('button', { name: 'Sign-in failed' });
  expect(asked).toEqual(['?action=SIGN_IN_FAILED&page=1&size=25']);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(address()).toEqual({ activityAction: ['SIGN_IN_FAILED'], activityPage: 3, activityRows: 25 });
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(address()).toEqual({ activityRows: 25 });
});

test('a list without matches offers to clear all filters', async () => {
  total = 0;
  show({ activityActor: 'nobody' });
  await screen.findByText('No activity matches these filters');
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await screen.findByText('No activity yet');
  expect(address()).toEqual({});
});

test('a column can be hidden, and an action opens its details', async () => {
  show();
  await userEvent.click(await screen.findByText('Columns'));
  await userEvent.click(await screen.findByRole('checkbox', { name: /^From/ }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'From' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Sign-in failed' }));
  await screen.findByText('192.0.2.7');
});

test('the details name the other user whom an action concerns, and no line is empty', async () => {
  const terms = async () => {
    show();
    await userEvent.click(await screen.findByText(/^Sign-in/));
    const dialog = await screen.findByRole('dialog');
    const lines = [...dialog.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    cleanup();
    return Object.fromEntries(lines) as Record<string, string>;
  };
  const onOneself = await terms();
  expect([onOneself['User'], Object.values(onOneself).includes('')]).toEqual([undefined, false]);
  shown = { ...activity, subject: 'ben@harbourbloom.example', subjectName: 'Ben Reid' };
  expect((await terms())['User']).toBe('Ben Reid');
});

test('an action is described in words, and its id is shown only in its details', async () => {
  const subject = '018cc778-5000-7fb8-ab33-000000000001';
  shown = { ...activity, action: 'LINK_CANCELLED', subject, detail: '1,234.50 GBP' };
  show();
  const action = await screen.findByRole('button', { name: 'Payment link cancelled' });
  expect(screen.queryByText('£1,234.50')).not.toBeNull();
  expect(document.body.textContent).not.toContain(subject.slice(0, 8));
  await userEvent.click(action);
  const link = await screen.findByRole('link', { name: 'Open the payment link' });
  expect(link.getAttribute('href')).toContain(`/pay-by-link/${subject}`);
});

test.each([
  ['PAYOUT_MADE', '£600.00 to Jane Doe'],
  ['PAY_IN_ACCOUNT_ADDED', 'EUR, the merchant’s own bank account: Jane Doe, IE29AIBK93115212345678'],
  ['ORDER_REFUSED', 'A payout of £600.00 by ida@harbourbloom.example. Jane Doe is unknown to us'],
  ['EXCEPTION_CLOSED', 'Payout 1. Jane Doe has paid it back'],
  ['EXPORTED', 'globalSearch: Jane Doe'],
] as const)('the details of %s, which can name anybody, are marked for privacy mode', async (action, detail) => {
  shown = { ...activity, action, subject: action === 'EXPORTED' ? 'pay-ins' : '1', detail };
  show();
  await userEvent.click(await screen.findByRole('button', { name: actionLabel(action) }));
  const named = () => screen.getAllByText(/Jane Doe/);
  await waitFor(() => expect(named()).toHaveLength(2));
  expect(named().filter((each) => !each.closest('[data-personal]'))).toEqual([]);
});

test('the name of a beneficiary or user is marked for privacy mode in the row and the details; an amount is not', async () => {
  const detail = 'Leo Llewellyn, 009955 55779911; name check MATCH';
  shown = { ...activity, action: 'BENEFICIARY_ADDED', subject: '1', detail };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Beneficiary added' }));
  await waitFor(() => expect(screen.getAllByText(detail)).toHaveLength(2));
  expect(screen.getAllByText(detail).filter((each) => !each.closest('[data-personal]'))).toEqual([]);
  cleanup();
  shown = { ...activity, action: 'LINK_CANCELLED', detail: '1,234.50 GBP' };
  show();
  expect((await screen.findByText('£1,234.50')).closest('[data-personal]')).toBeNull();
});
