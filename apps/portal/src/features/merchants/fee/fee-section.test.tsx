import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ifMatchHeader } from '@volume/contract/headers.ts';
import type { MerchantFee } from '@volume/contract/merchants/fee.ts';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { show, stubApi } from '#features/merchants/testing/show.tsx';
import { sessionKeys } from '#platform/session/session.ts';
import { idOf } from '#platform/testing/sample-merchant.ts';
import { FeeSection } from './fee-section.tsx';
import { effectOf } from './fee-texts.ts';

const capabilities = [
  'GET platform/merchants/{}/fee',
  'PUT platform/merchants/{}/fee',
  'DELETE platform/merchants/{}/fee/planned',
  ifMatchHeader,
];
const none = { setBy: null, setAtUtc: null, reason: null };
const set = { setBy: 'ada@volume.example', setAtUtc: '2026-10-20T09:00:00.000', reason: 'Case 4417' };
const fee: MerchantFee = {
  merchantId: idOf(1),
  percentage: 0.45,
  today: '2026-11-27',
  planned: null,
  history: [
    { percentage: 0.45, validFrom: '2026-11-01', ...set },
    { percentage: 0.9, validFrom: null, ...none },
  ],
  version: '"1"',
};
const planned = { ...fee, planned: { percentage: 0.5, validFrom: '2026-12-01', ...set }, version: '"2"' };

// Compiling lazily loaded modules can take longer than the test waits for them.
beforeAll(async () => {
  await import('./change-fee-dialog.tsx');
  await import('./withdraw-dialog.tsx');
  await import('#design/overlay/toast-stack.tsx');
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Sent {
  method: string;
  ifMatch: string | null;
  body: unknown;
}

/** Answers reads with `now()`, and writes with `write`; lists the writes. */
function showSection(now: () => MerchantFee, write?: () => Response, authority = 'VOLUME_ADMIN'): Sent[] {
  stubApi(() => ({ body: [] }));
  const [head, claims, signature] = (localStorage.getItem(sessionKeys.token) ?? '').split('.');
  const changed = { ...(JSON.parse(atob(claims ?? '')) as object), authorities: [authority] };
  localStorage.setItem(sessionKeys.token, `${head}.${btoa(JSON.stringify(changed))}.${signature}`);
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', headers, body }: RequestInit) => {
    if (method === 'GET') return Response.json(now());
    sent.push({ method, ifMatch: new Headers(headers).get('if-match'), body: body ? JSON.parse(String(body)) : null });
    return write?.() ?? Response.json(now());
  });
  show(<FeeSection merchantId={idOf(1)} />, undefined, capabilities);
  return sent;
}
const rows = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  );
const open = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('shows the planned fee, today’s and the earlier ones', async () => {
  showSection(() => planned);
  await screen.findByText('Planned');
  expect(await rows()).toEqual([
    ['0.5%', 'Planned', 'From 1 Dec 2026'],
    ['0.45%', 'Valid today', 'From 1 Nov 2026 until 30 Nov 2026'],
    ['0.9%', 'Earlier', 'Until 31 Oct 2026'],
  ]);
});

test('the dialog shows the whole effect, and sends the change with the version that was read', async () => {
  let now = fee;
  const sent = showSection(
    () => now,
    () => Response.json((now = planned)),
  );
  await open('Change fee…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change fee' }));
  expect(dialog.queryByRole('listitem')).toBeNull();
  await userEvent.type(dialog.getByLabelText(/^New fee/), '0,5');
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '0.45% until 30 Nov 2026, 0.5% from 1 Dec 2026, 00:00 UTC',
    'Pay-ins made before keep 0.45%, also when they are completed later',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Change fee' }));
  expect(await screen.findByText('Planned')).toBeTruthy();
  expect(sent).toEqual([
    { method: 'PUT', ifMatch: '"1"', body: { percentage: 0.5, validFrom: '2026-12-01', reason: null } },
  ]);
});

test('a change from today says that it includes pay-ins of today, and what it replaces', () => {
  expect(effectOf(planned, 0.6, '2026-11-27')).toEqual([
    '0.45% until 26 Nov 2026, 0.6% from today, 27 Nov 2026, 00:00 UTC',
    'Pay-ins made today since 00:00 UTC have 0.6% too; those of earlier days keep their fee',
    'It replaces the planned 0.5% from 1 Dec 2026',
  ]);
});

test('a fee that is valid from today on can be corrected today, and the effect names the fee before it', () => {
  const [first] = fee.history.slice(1);
  const corrected = { ...fee, percentage: 5, history: [{ percentage: 5, validFrom: '2026-11-27', ...set }, first!] };
  expect(effectOf(corrected, 0.5, '2026-11-27')[0]).toBe(
    '0.9% until 26 Nov 2026, 0.5% from today, 27 Nov 2026, 00:00 UTC',
  );
});

test.each([
  ['', '1 Dec 2026', 'Enter the fee, 0 for none.'],
  ['abc', '1 Dec 2026', 'Enter a percentage such as 0.45.'],
  ['0.4501', '1 Dec 2026', 'The fee must have at most three decimals.'],
  ['0.45', '1 Dec 2026', 'The fee is already 0.45%.'],
  ['0.5', '26 Nov 2026', 'Must be today, 27 Nov 2026, or later: what was earned before does not change.'],
  ['0.5', '1 Jan 2030', 'Must be 28 Nov 2027 or earlier.'],
  ['0.5', 'soon', 'Enter a day such as 1 Dec 2026.'],
])('refuses "%s" from "%s" before it is sent', async (typed, day, sentence) => {
  const sent = showSection(() => fee);
  await open('Change fee…');
  const dialog = within(await screen.findByRole('dialog'));
  if (typed) await userEvent.type(dialog.getByLabelText(/^New fee/), typed);
  await userEvent.clear(dialog.getByLabelText('Valid from'));
  await userEvent.type(dialog.getByLabelText('Valid from'), day);
  await userEvent.click(dialog.getByRole('button', { name: 'Change fee' }));
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(sent).toEqual([]);
});

test('after another administrator’s change, the dialog keeps what was typed and shows the current fee', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let now = fee;
  const refused = {
    statusCode: 409,
    statusName: 'CHANGED_MEANWHILE',
    errorMessage: 'Someone else changed this.',
    source: 'VOLUME',
    traceId: '0123456789abcdef',
    current: {},
  };
  const sent = showSection(
    () => now,
    () => {
      now = { ...planned, percentage: 0.7, version: '"3"' };
      return Response.json(refused, { status: 409 });
    },
  );
  await open('Change fee…');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/^New fee/), '0.6');
  await userEvent.click(dialog.getByRole('button', { name: 'Change fee' }));
  expect(await dialog.findByText('It is 0.7% of each pay-in now.')).toBeTruthy();
  expect(dialog.getByText('It replaces the planned 0.5% from 1 Dec 2026')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Change fee' }));
  await vi.waitFor(() => expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"3"']));
});

test('withdraws the planned change', async () => {
  let now: MerchantFee = planned;
  const sent = showSection(
    () => now,
    () => Response.json((now = fee)),
  );
  await open('Withdraw change…');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('The fee stays 0.45%; it does not become 0.5% on 1 Dec 2026.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw change' }));
  await vi.waitFor(() => expect(screen.queryByText('Planned')).toBeNull());
  expect(sent).toEqual([{ method: 'DELETE', ifMatch: '"2"', body: null }]);
});

test('an administrator with read-only access sees the fees and why nothing can be changed', async () => {
  showSection(() => planned, undefined, 'VOLUME_ADMIN_READ');
  for (const name of ['Change fee…', 'Withdraw change…']) {
    const button = await screen.findByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the section is missing where the deployment does not have the call', () => {
  stubApi(() => ({ body: [] }));
  show(<FeeSection merchantId={idOf(1)} />);
  expect(screen.queryByRole('heading', { name: 'Fee' })).toBeNull();
});
