import { QueryClientProvider } from '@tanstack/react-query';
import { toPage } from '@volume/contract/lists/page.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isolate } from '#design/text/format-text.ts';
import { setPreference } from '#platform/preferences.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { ScheduledFilesPage } from './scheduled-files-page.tsx';
import { scheduledFilesSearch } from './scheduled-files-search.ts';

const applicationId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b79';
const scope = { merchantId: 'm', applicationId };
const fileId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b82';
const account = (id: number, forCurrency: string, number: string) => ({
  id,
  isVirtualAccount: true,
  forCurrency,
  isLimitedVirtualAccount: false,
  virtualAccountInformation: null,
  accountHolderName: 'Harbour & Bloom Ltd',
  accountIdentification1: { type: 'ACCOUNT_NUMBER', number },
  accountIdentification2: null,
  vaProviderType: 'MODULR',
  defaultForCurrency: true,
});
const accounts = [account(11, 'GBP', '55694821'), account(12, 'EUR', '70001234')];
const schedule = {
  scheduleId: 's1',
  payInAccountId: 11,
  format: 'CAMT_053',
  frequency: 'WEEKLY',
  email: 'finance@shop.example',
  madeBy: 'otto@shop.example',
  madeByName: 'Otto Berg',
  isOwn: false,
  nextFileOn: '2026-12-07',
};
const file = {
  fileId,
  payInAccountId: 11 as number | null,
  format: 'CSV',
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
  rows: 3,
  madeBy: 'maya@shop.example',
  email: 'maya@shop.example',
  madeAtUtc: '2026-12-01T06:00:00.000',
};
const allCalls = [
  'GET merchants/{}/applications/{}/file-schedules',
  'POST merchants/{}/applications/{}/file-schedules',
  'GET merchants/{}/applications/{}/scheduled-files',
];

let calls: string[];
let schedules: object[];
let files: object[];
let asked: URL[];
let sent: unknown[];
let answer: (init: RequestInit) => Response;
let accountsAnswer: () => Response;
let fileAnswer: () => Response;

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  calls = allCalls;
  [schedules, files, asked, sent] = [[], [], [], []];
  answer = () => Response.json({ ...schedule, isOwn: true }, { status: 201 });
  accountsAnswer = () => Response.json(accounts);
  fileAnswer = () => new Response('head\r\n1\r\n');
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(target);
    const is = (end: string) => url.pathname.endsWith(end);
    if (is('/capabilities')) return Response.json(calls);
    if (is('/payin-accounts-with-aggregated-balances')) return accountsAnswer();
    if (init.method === 'POST') {
      sent.push(JSON.parse(String(init.body)));
      return answer(init);
    }
    if (is('/file-schedules')) return Response.json(schedules);
    if (is('/scheduled-files')) {
      return Response.json(toPage(files, { page: 0, size: 10, totalElements: files.length }));
    }
    asked.push(url);
    return fileAnswer();
  });
});
afterEach(() => {
  cleanup();
  setPreference('csvSeparator', 'COMMA');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refusal = (errorMessage: string) =>
  Response.json(
    { statusCode: 409, statusName: 'CONFLICT', errorMessage, source: 'VOLUME', traceId: 'abc' },
    { status: 409 },
  );

function signInAsUser(...authorities: string[]): void {
  signIn({ merchantId: 'm', authorities });
}

const show = (given: Record<string, unknown> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ScheduledFilesPage scope={scope} search={scheduledFilesSearch.read(given)} onChange={() => undefined} />
    </QueryClientProvider>,
  );
async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'New schedule' }));
  return within(await screen.findByRole('dialog', { name: 'New schedule' }));
}
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add schedule' }));

describe('a new schedule', () => {
  test('sends a weekly statement to the user’s own address, then closes', async () => {
    signInAsUser('VIEW_ONLY');
    show();
    const dialog = await openDialog();
    await userEvent.selectOptions(dialog.getByLabelText('File'), 'Statement, GBP account ending 4821');
    await userEvent.selectOptions(dialog.getByLabelText('Format'), 'CAMT.053');
    await userEvent.click(dialog.getByRole('button', { name: 'Weekly' }));
    expect(dialog.queryByText(/Each Monday, the week from Monday to Sunday/)).not.toBeNull();
    schedules = [schedule];
    await add();
    const body = { payInAccountId: 11, format: 'CAMT_053', frequency: 'WEEKLY', email: null };
    await waitFor(() => expect(sent).toEqual([body]));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New schedule' })).toBeNull());
    expect(await screen.findAllByText('7 Dec 2026')).not.toEqual([]);
  });

  test('sends the pay-ins as CSV to another address, and ignores the format chosen for a statement before', async () => {
    signInAsUser('VIEW_ONLY', 'EDIT_SETTINGS');
    show();
    const dialog = await openDialog();
    await userEvent.selectOptions(dialog.getByLabelText('File'), 'Statement, EUR account ending 1234');
    await userEvent.selectOptions(dialog.getByLabelText('Format'), 'DATEV');
    await userEvent.selectOptions(dialog.getByLabelText('File'), 'Pay-ins');
    await userEvent.click(dialog.getByRole('radio', { name: 'Another address' }));
    await add();
    await screen.findByText('Email address is required');
    await userEvent.type(dialog.getByLabelText('Email address'), 'finance@shop.example');
    await add();
    const body = { payInAccountId: null, format: 'CSV', frequency: 'MONTHLY', email: 'finance@shop.example' };
    await waitFor(() => expect(sent).toEqual([body]));
  });

  test('offers DATEV for euros only, and shows why at the format that no longer fits', async () => {
    signInAsUser('VIEW_ONLY');
    show();
    const dialog = await openDialog();
    await userEvent.selectOptions(dialog.getByLabelText('File'), 'Statement, EUR account ending 1234');
    await userEvent.selectOptions(dialog.getByLabelText('Format'), 'DATEV');
    await userEvent.selectOptions(dialog.getByLabelText('File'), 'Statement, GBP account ending 4821');
    const reason = 'Books in euros; this account is in GBP';
    const option = dialog.getByRole<HTMLOptionElement>('option', { name: `DATEV: ${reason}` });
    expect(option.disabled).toBe(true);
    await add();
    expect(await dialog.findByText(`${reason}.`)).not.toBeNull();
    expect(sent).toEqual([]);
  });

  test('a user who cannot edit settings sees why they cannot choose another address', async () => {
    signInAsUser('VIEW_ONLY');
    show();
    const dialog = await openDialog();
    const other = dialog.getByRole('radio', { name: /Another address/ });
    await userEvent.click(other);
    expect(dialog.queryByText('Only users who can edit settings can choose another address.')).not.toBeNull();
    expect(other.getAttribute('aria-disabled')).toBe('true');
    expect(dialog.queryByLabelText('Email address')).toBeNull();
  });

  test('a platform administrator gives an address, and a read-only one sees why they cannot add a schedule', async () => {
    signIn({ adminId: 'x', authorities: ['VOLUME_ADMIN'] });
    localStorage.setItem(sessionKeys.merchantId, 'm');
    show();
    const dialog = await openDialog();
    expect(dialog.queryByRole('radio')).toBeNull();
    await userEvent.type(dialog.getByLabelText('Send the link to'), 'finance@shop.example');
    await add();
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ email: 'finance@shop.example' })]));
    cleanup();
    signIn({ adminId: 'x', authorities: ['VOLUME_ADMIN_READ'] });
    show();
    await screen.findByRole('button', { name: 'New schedule', description: 'You have read-only access' });
  });

  test('a refusal is shown in the dialog and keeps what was typed', async () => {
    signInAsUser('VIEW_ONLY', 'EDIT_SETTINGS');
    const words = '20 files are scheduled already. Delete one of them first.';
    answer = () => refusal(words);
    show();
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('radio', { name: 'Another address' }));
    await userEvent.type(dialog.getByLabelText('Email address'), 'finance@shop.example');
    await add();
    await dialog.findByText(words);
    expect(dialog.getByRole('alert').textContent).toContain('No schedule was added.');
    expect(dialog.getByLabelText<HTMLInputElement>('Email address').value).toBe('finance@shop.example');
  });

  test('waits for the accounts, and says in the page and the dialog when they could not be loaded', async () => {
    signInAsUser('VIEW_ONLY');
    files = [file];
    accountsAnswer = () => refusal('The accounts are not there');
    show();
    await screen.findByText(/The names of the accounts could not be loaded/);
    expect(await screen.findAllByText('Statement, account 11')).not.toEqual([]);
    const dialog = await openDialog();
    expect(dialog.getByRole('alert').textContent).toContain('The accounts are not there');
    expect(dialog.queryByRole('button', { name: 'Add schedule' })).toBeNull();
  });

  test('is not offered by a deployment without the call', async () => {
    signInAsUser('VIEW_ONLY');
    calls = allCalls.filter((call) => !call.startsWith('POST'));
    show();
    await screen.findByText('No schedules yet');
    expect(screen.queryByRole('button', { name: 'New schedule' })).toBeNull();
  });
});

test('only a schedule’s own user or one who can edit settings can delete it', async () => {
  schedules = [schedule, { ...schedule, scheduleId: 's2', payInAccountId: null, format: 'CSV', isOwn: true }];
  signInAsUser('VIEW_ONLY');
  show();
  const others = { name: 'Delete the schedule: Statement, GBP account ending 4821, CAMT.053, weekly…' };
  const reason = `Only ${isolate('Otto Berg')} or someone who can edit settings can delete this schedule`;
  await screen.findByRole('button', { ...others, description: reason });
  const own = screen.getByRole('button', { name: 'Delete the schedule: Pay-ins, CSV, weekly…' });
  expect(own.getAttribute('aria-disabled')).toBeNull();
  cleanup();
  signInAsUser('VIEW_ONLY', 'EDIT_SETTINGS');
  show();
  expect((await screen.findByRole('button', others)).getAttribute('aria-disabled')).toBeNull();
});

describe('the file of a mailed link', () => {
  test('is shown above the lists', async () => {
    files = [file];
    signInAsUser('VIEW_ONLY');
    show({ file: fileId });
    const card = within(await screen.findByRole('region', { name: 'Statement, GBP account ending 4821' }));
    expect(card.queryByText('1–30 Nov 2026 · CSV · 3 rows · made 1 Dec 2026, 06:00 UTC')).not.toBeNull();
    expect(card.queryByRole('button', { name: /^Download/ })).not.toBeNull();
  });

  test('that was deleted shows links to the pages that can export its rows', async () => {
    signInAsUser('VIEW_ONLY');
    show({ file: fileId });
    await screen.findByText('This file is no longer kept: files stay for 30 days');
    const hrefs = ['Balances', 'Pay-ins'].map((name) =>
      screen.getAllByRole('link', { name }).at(-1)?.getAttribute('href'),
    );
    expect(hrefs).toEqual([
      expect.stringMatching(/^\/balances\/overview/),
      expect.stringMatching(/^\/payments\/payin/),
    ]);
  });
});

describe('a download', () => {
  const statement = '/payin-accounts/11/statement';
  const period = { from: '2026-11-01T00:00:00.000', to: '2026-11-30T23:59:59.999' };
  const created = {
    applicationId,
    startDateTimeUtc: period.from,
    endDateTimeUtc: period.to,
    includeNewPayments: 'true',
  };
  const saved: string[] = [];

  beforeEach(() => {
    saved.splice(0);
    Object.assign(URL, { createObjectURL: () => 'blob:0', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    setPreference('csvSeparator', 'SEMICOLON');
  });

  const csv = { zone: 'UTC', separator: 'SEMICOLON' };
  const name = 'statement-GBP-55694821_2026-11-01_2026-11-30';
  test.each([
    ['CSV', 11, `${statement}/export`, { ...period, ...csv }, `${name}_UTC_by-maya-*.csv`],
    ['PDF', 11, `${statement}/document`, { ...period, zone: 'UTC' }, `${name}_UTC.pdf`],
    ['CAMT_053', 11, `${statement}/file`, { ...period, format: 'CAMT_053' }, `${name}.xml`],
    ['XERO', 11, `${statement}/file`, { ...period, format: 'XERO' }, `${name}.csv`],
    ['CSV', null, '/payments/export', { ...created, ...csv }, 'pay-ins_2026-11-01_2026-11-30_UTC_by-maya-*.csv'],
  ])('of %s for the account %j asks %s', async (format, payInAccountId, path, query, fileName) => {
    files = [{ ...file, format, payInAccountId }];
    signInAsUser('VIEW_ONLY');
    show();
    await userEvent.click(await screen.findByRole('button', { name: /^Download .*, 1–30 Nov 2026$/ }));
    await waitFor(() =>
      expect(saved.map((each) => each.replace(/\d{4}-\d\d-\d\d-\d{4}(?=\.csv)/, '*'))).toEqual([fileName]),
    );
    expect(asked.map(({ pathname }) => pathname)).toEqual([expect.stringMatching(new RegExp(`${path}$`))]);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual(query);
  });

  test('for DATEV asks for the books first', async () => {
    files = [{ ...file, format: 'DATEV', payInAccountId: 12 }];
    signInAsUser('VIEW_ONLY');
    show();
    await userEvent.click(await screen.findByRole('button', { name: /^Download/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'DATEV booking batch' }));
    await userEvent.type(dialog.getByLabelText('Adviser’s number (Berater)'), '29098');
    await userEvent.type(dialog.getByLabelText('Client number (Mandant)'), '55003');
    await userEvent.click(dialog.getByRole('button', { name: 'Save file' }));
    await waitFor(() => expect(saved).toEqual(['EXTF_statement-EUR-70001234_2026-11-01_2026-11-30.csv']));
    expect(asked[0]?.searchParams.get('consultantNumber')).toBe('29098');
  });

  test('that is refused says why in the page and can be retried', async () => {
    files = [file];
    fileAnswer = () => refusal('The account is closed');
    signInAsUser('VIEW_ONLY');
    show();
    await userEvent.click(await screen.findByRole('button', { name: /^Download/ }));
    await screen.findByText('The account is closed');
    expect(screen.getByRole('alert').textContent).toContain('1–30 Nov 2026: nothing was saved.');
    fileAnswer = () => new Response('head\r\n1\r\n');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of more lines than the format allows is disabled with the reason', async () => {
    files = [{ ...file, format: 'XERO', rows: 1001 }];
    signInAsUser('VIEW_ONLY');
    show();
    const reason = 'Xero takes 1,000 lines: export a shorter period on the statement’s page';
    expect(await screen.findByRole('button', { name: /^Download/, description: reason })).not.toBeNull();
  });
});
