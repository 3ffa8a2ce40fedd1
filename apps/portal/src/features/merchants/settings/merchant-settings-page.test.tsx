import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, utcDay } from '#design/days/date-presets.ts';
import { show, stubApi } from '#features/merchants/testing/show.tsx';
import { sessionKeys } from '#platform/session/session.ts';
import { application, idOf, merchant, payee } from '#platform/testing/sample-merchant.ts';
import { MerchantSettingsPage } from './merchant-settings-page.tsx';

const at = '2026-11-25T10:12:00.000';
const limits = {
  largestAmount: 5000,
  platformLargestAmount: 1_000_000,
  planned: { largestAmount: 2500, fromDay: '2099-01-01' },
  version: '"one"',
};
const settings = {
  merchantId: idOf(1),
  company: { companyName: 'Northwind Ltd', email: null, version: '"one"' },
  limits,
  unopenedAccounts: [
    {
      applicationId: idOf(2),
      account: {
        currency: 'EUR',
        virtualAt: 'MODULR',
        bankAccount: {
          accountHolderName: 'Northwind',
          sortCode: null,
          accountNumber: null,
          iban: 'IE29AIBK93115212345678',
          acceptsName: false,
        },
        address: null,
      },
      reason: 'The account provider has not opened it.',
      triedAtUtc: at,
    },
  ],
};
const request = {
  requestId: idOf(7),
  applicationName: 'Wholesale',
  currencies: ['EUR'],
  why: 'A second brand',
  askedBy: 'maya@northwind.example',
  askedAtUtc: at,
  state: 'OPEN',
  decidedAtUtc: null,
  declinedBecause: null,
  applicationId: null,
};
const note = {
  noteId: idOf(8),
  text: 'Asked about euros',
  writtenBy: 'ada@volume.example',
  writtenAtUtc: at,
  correctedAtUtc: null,
  isOwn: true,
};

// Compiling lazily loaded modules can take longer than the test waits for them.
beforeAll(async () => {
  await import('./limits-dialogs.tsx');
  await import('./application-dialogs.tsx');
  await import('./decline-dialog.tsx');
  await import('./company-dialog.tsx');
  await import('./note-dialogs.tsx');
  await import('#design/overlay/toast-stack.tsx');
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Sent {
  method: string;
  path: string;
  body: unknown;
  ifMatch: string | null;
}
interface Answer {
  status?: number;
  body: unknown;
}

/** Answers by method and the end of the path; `sent` lists the writes. */
function open(answers: Record<string, () => Answer> = {}, authority = 'VOLUME_ADMIN'): Sent[] {
  stubApi(() => ({ body: [] }));
  const [head, claims, signature] = (localStorage.getItem(sessionKeys.token) ?? '').split('.');
  const changed = { ...(JSON.parse(atob(claims ?? '')) as object), authorities: [authority] };
  localStorage.setItem(sessionKeys.token, `${head}.${btoa(JSON.stringify(changed))}.${signature}`);
  const sent: Sent[] = [];
  const reads: Record<string, () => Answer> = {
    'GET /settings': () => ({ body: settings }),
    'GET /notes': () => ({ body: [note] }),
    'GET /application-requests': () => ({ body: [request] }),
    [`GET /merchants/${idOf(1)}`]: () => ({
      body: merchant({ applications: [application({ applicationId: idOf(2), payeeDetailsPerCurrency: [payee()] })] }),
    }),
  };
  vi.stubGlobal('fetch', async (target: string, { method = 'GET', body, headers }: RequestInit) => {
    const { pathname } = new URL(target);
    if (method !== 'GET') {
      const ifMatch = new Headers(headers).get('if-match');
      sent.push({ method, path: pathname, body: body ? (JSON.parse(String(body)) as unknown) : null, ifMatch });
    }
    const all = { ...reads, ...answers };
    const name = Object.keys(all).find((each) => {
      const [wanted = '', end = ''] = each.split(' ');
      return wanted === method && pathname.endsWith(end);
    });
    const answer = name === undefined ? { body: [] } : all[name]!();
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  show(<MerchantSettingsPage merchantId={idOf(1)} />, undefined, ['if-match']);
  return sent;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

test('shows the limits, planned changes, the company, the account that is not open, requests and notes', async () => {
  open();
  await screen.findByText('5,000.00 in either currency');
  expect(screen.queryByText('From 1 Jan 2099, 00:00 UTC: 2,500.00 in either currency')).not.toBeNull();
  expect(screen.queryByText('The EUR account is not open')).not.toBeNull();
  await screen.findByText('A second brand');
  expect((await screen.findByText('Asked about euros')).closest('section')?.textContent).toContain('Notes1');
  expect(document.body.textContent).not.toMatch(/null|undefined|NaN/);
});

test('a read-only administrator sees everything and each control says why it is disabled', async () => {
  open({}, 'VOLUME_ADMIN_READ');
  await screen.findByText('A second brand');
  await screen.findByText('Asked about euros');
  await screen.findByText('5,000.00 in either currency');
  const buttons = screen.getAllByRole('button').filter(({ textContent }) => !textContent.startsWith('Find'));
  expect(buttons.length).toBeGreaterThan(8);
  for (const button of buttons)
    expect([button.textContent, button.getAttribute('aria-disabled')]).toEqual([button.textContent, 'true']);
});

test('limits are changed from a day, with the version that was read', async () => {
  const sent = open({ 'PUT /limits': () => ({ body: limits }) });
  await press('Change limits');
  const form = await dialog();
  const amount = form.getByLabelText('Largest amount (optional)');
  await userEvent.clear(amount);
  await userEvent.type(amount, '2.000.000,00');
  await userEvent.click(form.getByRole('button', { name: 'From a day' }));
  await userEvent.type(form.getByLabelText('From'), utcDay(Date.now()));
  await userEvent.click(form.getByRole('button', { name: 'Change limits' }));
  await form.findByText('Must be at most 1,000,000.00.');
  expect(form.queryByText('Enter a later day, in UTC, or choose “Now”.')).not.toBeNull();
  expect(sent).toEqual([]);
  await userEvent.clear(amount);
  const day = addDays(utcDay(Date.now()), 3);
  await userEvent.clear(form.getByLabelText('From'));
  await userEvent.type(form.getByLabelText('From'), day);
  await userEvent.click(form.getByRole('button', { name: 'Change limits' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ body: { largestAmount: null, fromDay: day }, ifMatch: '"one"' });
});

test('shows the current limits when another administrator was faster', async () => {
  const changed = { ...settings, limits: { ...limits, largestAmount: 70, version: '"two"' } };
  const refused = {
    statusCode: 409,
    statusName: 'CHANGED_MEANWHILE',
    errorMessage: 'Changed',
    source: 'VOLUME',
    traceId: '0123456789abcdef',
  };
  let answers = 0;
  const sent = open({
    'GET /settings': () => ({ body: answers > 0 ? changed : settings }),
    'PUT /limits': () => {
      answers += 1;
      return answers === 1 ? { status: 409, body: refused } : { body: changed.limits };
    },
  });
  await press('Change limits');
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Change limits' }));
  await form.findByText('Now: 70.00');
  await userEvent.click(form.getByRole('button', { name: 'Change limits' }));
  await waitFor(() => expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"one"', '"two"']));
});

test('an account is tried again as it was entered', async () => {
  const sent = open({ 'POST /accounts': () => ({ body: { currency: 'EUR', reason: null } }) });
  await press(/^Retry the EUR account/);
  const form = await dialog();
  expect((form.getByLabelText('IBAN') as HTMLInputElement).value).toBe('IE29AIBK93115212345678');
  await userEvent.click(form.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    path: `/sandbox/api/platform/merchants/${idOf(1)}/applications/${idOf(2)}/accounts`,
    body: { currency: 'EUR', virtualAt: 'MODULR', bankAccount: { iban: 'IE29AIBK93115212345678' } },
  });
});

test('a request is approved by adding its application, whose name is not taken', async () => {
  const line =
    'accounts[0].bankAccount.accountHolderName is not confirmed by the bank, which has Northwind Ltd: correct it, or set acceptsName to true';
  const body = {
    statusCode: 400,
    statusName: 'BAD_REQUEST',
    errorMessage: line,
    source: 'VOLUME',
    traceId: '0123456789abcdef',
    field: 'accounts[0].bankAccount.accountHolderName',
  };
  const sent = open({ 'POST /applications': () => ({ status: 400, body }) });
  await press('Approve…');
  const form = await dialog();
  const name = form.getByLabelText('Application name');
  expect((name as HTMLInputElement).value).toBe('Wholesale');
  await userEvent.clear(name);
  await userEvent.type(name, 'webshop');
  await userEvent.type(form.getByLabelText('Account holder'), 'Northwind');
  await userEvent.type(form.getByLabelText('IBAN'), 'IE29AIBK93115212345678');
  await userEvent.click(form.getByRole('button', { name: 'Add application' }));
  await form.findByText('The merchant already has an application of this name.');
  await userEvent.type(name, ' two');
  await userEvent.click(form.getByRole('button', { name: 'Add application' }));
  await form.findByText(/the bank does not confirm the account holder’s name: it has Northwind Ltd/);
  expect(form.queryByLabelText('I have checked the name with the account holder')).not.toBeNull();
  expect(sent[0]).toMatchObject({ body: { applicationName: 'webshop two', requestId: idOf(7) } });
});

test('a request is declined only with a reason', async () => {
  const sent = open({ 'POST /decline': () => ({ body: { ...request, state: 'DECLINED' } }) });
  await press('Decline…');
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Decline request' }));
  await form.findByText('The reason is required');
  await userEvent.type(form.getByLabelText('Reason'), 'Use tags');
  await userEvent.click(form.getByRole('button', { name: 'Decline request' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Use tags' }]));
});

test('a note is written, corrected and removed', async () => {
  const sent = open({ 'POST /notes': () => ({ body: note }), [`PUT /${idOf(8)}`]: () => ({ body: note }) });
  await press('Add note');
  const adding = await dialog();
  await userEvent.type(adding.getByLabelText('Note'), 'Rang them');
  await userEvent.click(adding.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Correct');
  const form = await dialog();
  await userEvent.type(form.getByLabelText('Note'), ' by phone');
  await userEvent.click(form.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(sent[1]?.body).toEqual({ text: 'Asked about euros by phone' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Remove');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Remove note' }));
  await waitFor(() => expect(sent[2]?.method).toBe('DELETE'));
});
