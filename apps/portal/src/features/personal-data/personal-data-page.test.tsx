import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { PersonalDataPage } from './personal-data-page.tsx';

notifyManager.setScheduler(queueMicrotask);

const found: PersonalData = {
  email: 'maya@harbour.example',
  account: {
    userAccountId: 'the-id',
    name: 'Maya Okafor',
    enabled: true,
    companyName: 'Harbour & Bloom',
    lastSignInAtUtc: '2026-11-25T16:02:00.000',
  },
  obstacle: null,
  isErasing: false,
  records: [
    { kind: 'accounts', count: 1, outcome: 'ERASED', reason: null },
    { kind: 'sessions', count: 2, outcome: 'DELETED', reason: null },
    { kind: 'webhook_deliveries', count: null, outcome: 'ERASED', reason: null },
    { kind: 'payments', count: 1_200, outcome: 'KEPT', reason: 'The law.' },
    { kind: 'payment_search', count: 3, outcome: 'KEPT', reason: 'The law.' },
  ],
};
let answer: PersonalData;
let sent: [string, unknown][];
let isDown: boolean;

function signInWith(authority: string): void {
  signIn({ adminId: 'a', authorities: [authority] });
}

// Compiling lazily loaded modules can take longer than the test waits for them.
beforeAll(async () => {
  await import('./erase-dialog.tsx');
  await import('./export-dialog.tsx');
});
beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signInWith('VOLUME_ADMIN');
  [answer, sent, isDown] = [found, [], false];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(target);
    if (pathname.endsWith('/capabilities')) return Response.json([]);
    const call = pathname.split('/api/')[1] ?? '';
    sent.push([call, JSON.parse(String(init.body))]);
    if (isDown) return new Response('a proxy’s page', { status: 400 });
    if (call === 'personal-data/erase') return new Response(null, { status: 204 });
    if (call === 'personal-data/search') return Response.json(answer);
    return Response.json({ email: found.email, exportedAtUtc: '2026-11-25T16:02:00.000', records: [], incomplete: [] });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function lookUp(email = 'Maya@harbour.example'): Promise<void> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PersonalDataPage />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('Email address of a user or payer'), `${email}{Enter}`);
}

test('shows the person, what erasing removes, and what stays with its reason', async () => {
  await lookUp();
  expect(await screen.findByText('Maya Okafor')).toBeTruthy();
  expect(sent).toEqual([['personal-data/search', { email: 'maya@harbour.example' }]]);
  const rows = within(screen.getByRole('table', { name: 'What erasing removes' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'User account1Data removed',
    'Sessions2Deleted',
    'Webhook deliveriesNot countedData removed',
  ]);
  expect(screen.getByText('3 records of 3 kinds')).toBeTruthy();
  expect(screen.getByText('Payments: 1,200 · Texts that find payments: 3')).toBeTruthy();
  expect(screen.getByText('The law.')).toBeTruthy();
});

test('asks for an email address before it sends anything', async () => {
  await lookUp('maya');
  expect(await screen.findByText(/must look like name@example.com/)).toBeTruthy();
  expect(sent).toEqual([]);
});

test('erases after the address was typed again and a reason was given', async () => {
  await lookUp();
  await userEvent.click(await screen.findByRole('button', { name: 'Erase…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase maya@harbour.example?' }));
  await userEvent.type(dialog.getByLabelText('Email address of the person'), 'other@harbour.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Erase person' }));
  expect(await dialog.findByText('Type the email address of the person.')).toBeTruthy();
  expect(dialog.getByText('The reason is required')).toBeTruthy();
  expect(sent).toHaveLength(1);
  await userEvent.clear(dialog.getByLabelText('Email address of the person'));
  await userEvent.type(dialog.getByLabelText('Email address of the person'), 'MAYA@harbour.example');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Asked by letter');
  await userEvent.click(dialog.getByRole('button', { name: 'Erase person' }));
  await vi.waitFor(() =>
    expect(sent[1]).toEqual(['personal-data/erase', { email: 'maya@harbour.example', reason: 'Asked by letter' }]),
  );
  await vi.waitFor(() => expect(sent[2]?.[0]).toBe('personal-data/search'));
});

test('saves an export as a file', async () => {
  const saved = vi.fn<() => string>(() => 'blob:0');
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await lookUp();
  await userEvent.click(await screen.findByRole('button', { name: 'Export…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Export data' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(sent[1]).toEqual(['personal-data/export', { email: 'maya@harbour.example' }]);
});

test('a read-only administrator sees the records and can neither export nor erase', async () => {
  signInWith('VOLUME_ADMIN_READ');
  await lookUp();
  for (const name of ['Export…', 'Erase…']) {
    const button = await screen.findByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['FULL_ADMINISTRATOR', 'This is an administrator with full access'],
  ['LAST_MERCHANT_ADMIN', 'This is the last administrator of their merchant'],
] as const)('says what to do first: %s', async (obstacle, title) => {
  answer = { ...found, obstacle };
  await lookUp();
  expect(await screen.findByRole('status')).toHaveProperty('textContent', expect.stringContaining(title));
  expect(screen.getByRole('button', { name: 'Erase…' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: 'Export…' }).getAttribute('aria-disabled')).toBeNull();
});

test('says that an erasure is running, and that nothing is left', async () => {
  answer = { ...found, account: null, isErasing: true, records: [] };
  await lookUp();
  expect(
    await screen.findByText('The account has ended. The other records follow, and are checked again after a minute.'),
  ).toBeTruthy();
  expect(screen.getByText('Nothing to erase')).toBeTruthy();
});

test('a look-up that failed can be repeated', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  isDown = true;
  await lookUp();
  const retry = await screen.findByRole('button', { name: /Try again/i });
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByText('Maya Okafor')).toBeTruthy();
});
