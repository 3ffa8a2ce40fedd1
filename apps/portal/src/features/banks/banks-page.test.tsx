import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toPage } from '@volume/contract/lists/page.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { costOf } from '#lists/testing/row-cost.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { adminBanksHref } from '#platform/hrefs.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { bankSearch } from './bank-filters.ts';
import { BanksPage } from './banks-page.tsx';

notifyManager.setScheduler(queueMicrotask);

const bank = {
  institutionId: 'aib',
  name: 'AIB',
  fullName: 'Allied Irish Banks',
  countries: [
    { displayName: 'Ireland', countryCode2: 'IE' },
    { displayName: 'United Kingdom', countryCode2: 'GB' },
  ],
  currencies: ['EUR'],
  environmentType: 'SANDBOX',
  letters: null as string | null,
  state: 'WORKING',
  paid24Hours: 984,
  failed24Hours: 16,
  switchedOffBy: null as string | null,
  switchedOffAtUtc: null as string | null,
  switchedOffReason: null as string | null,
  version: '"1"',
};
const off = {
  ...bank,
  state: 'OFF',
  switchedOffBy: 'ada@volume.example',
  switchedOffAtUtc: '2026-03-01T10:00:00.000',
  switchedOffReason: 'It does not respond',
};

interface Sent {
  call: string;
  body: unknown;
  ifMatch: string | null;
}
let content: (typeof bank)[];
let offered: number;
let asked: string[];
let sent: Sent[];
/** The responses to the next writes; 204 when there is none. */
let answers: (() => Response)[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signInWith('VOLUME_ADMIN');
  [content, offered, asked, sent, answers] = [[bank], 2, [], [], []];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(target);
    if (pathname.endsWith('/capabilities')) return Response.json(['if-match']);
    if (init.method !== undefined && init.method !== 'GET') {
      const call = `${init.method} ${pathname.split('/api/')[1]}`;
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      sent.push({ call, body, ifMatch: new Headers(init.headers).get('if-match') });
      return answers.shift()?.() ?? new Response(null, { status: 204 });
    }
    asked.push(search);
    const page = toPage([...content], { page: 0, size: 50, totalElements: content.length });
    return Response.json({ ...page, offered, known: 2 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function signInWith(authority: string): void {
  signIn({ adminId: 'a', authorities: [authority] });
}

function Page({ given }: { given: Record<string, unknown> }) {
  const [search, setSearch] = useState(() => bankSearch.read(given));
  return (
    <BanksPage search={search} hrefOf={adminBanksHref} onChange={(change) => setSearch({ ...search, ...change })} />
  );
}
const show = (given: Record<string, unknown> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page given={given} />
    </QueryClientProvider>,
  );
const refusal =
  (status: number, statusName: string, errorMessage: string, more: object = {}) =>
  () =>
    Response.json(
      { statusCode: status, statusName, errorMessage, traceId: 't', source: 'VOLUME', ...more },
      { status },
    );
const rowText = async () => (await screen.findByText('AIB')).closest('tr')?.textContent;
const dialog = (name: string) => screen.findByRole('dialog', { name });

test('requests the filters of the address, and ignores unknown values', async () => {
  show({ search: 'aib', state: 'OFF,GONE', country: 'IE', page: '2', rows: '25' });
  await screen.findByText('2 of 2 offered');
  expect(asked).toEqual(['?search=aib&state=OFF&country=IE&page=1&size=25']);
});

test('shows letters, countries, state and the share of paid payments', async () => {
  show();
  const text = await rowText();
  for (const part of ['AI', 'Allied Irish Banks', 'IE, GB', 'EUR', 'Working', '98.4%', 'of 1,000'])
    expect(text).toContain(part);
  expect(screen.getByRole('switch', { name: 'Offer AIB' })).toHaveProperty('checked', true);
});

test('says since when a bank is off, by whom and why; its own letters replace those of the name', async () => {
  content = [{ ...off, letters: 'IB', paid24Hours: 0, failed24Hours: 0 }];
  show();
  const text = await rowText();
  expect(text).toMatch(/IBAIB.*Off since 1 Mar.*It does not respond/);
  expect(screen.getByTitle('ada@volume.example: It does not respond')).not.toBeNull();
  expect(screen.getByRole('switch', { name: 'Offer AIB' })).toHaveProperty('checked', false);
});

test('says who switched a bank off without a reason', async () => {
  content = [{ ...off, switchedOffReason: null }];
  show();
  expect(await rowText()).toMatch(/Off since 1 Mar.*by ada@volume.example/);
});

test('explains an empty list, and a list without matches differently', async () => {
  content = [];
  show();
  await screen.findByText('No banks yet');
  cleanup();
  show({ state: 'OFF' });
  await screen.findByText('No banks match these filters');
  await userEvent.click(screen.getByRole('button', { name: 'Show all banks' }));
  expect(await screen.findByText('No banks yet')).toBeTruthy();
});

test('switches a bank off with a reason, after showing the effect', async () => {
  offered = 1;
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Offer AIB' }));
  const asks = within(await dialog('Switch off AIB?'));
  expect(asks.queryByText('This is the last bank that is offered')).not.toBeNull();
  await userEvent.type(asks.getByLabelText('Reason (optional)'), ' It does not respond ');
  content = [off];
  await userEvent.click(asks.getByRole('button', { name: 'Switch off' }));
  await screen.findByText(/^Off since/);
  expect(sent).toEqual([{ call: 'PUT banks/aib/switch-off', body: { reason: 'It does not respond' }, ifMatch: null }]);
});

test('keeps the dialog with the reason when another administrator was faster', async () => {
  answers = [refusal(409, 'CONFLICT', 'AIB is already off: ada@volume.example switched it off.')];
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Offer AIB' }));
  const asks = within(await dialog('Switch off AIB?'));
  await userEvent.click(asks.getByRole('button', { name: 'Switch off' }));
  await asks.findByText(/ada@volume.example switched it off/);
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
});

test('adds a bank: names every missing field, then sends it and shows a taken id at its field', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add bank' }));
  const form = within(await dialog('Add a bank'));
  const send = () => userEvent.click(form.getByRole('button', { name: 'Add bank' }));
  await send();
  for (const message of ['Choose at least one country.', 'Choose at least one currency.'])
    expect(form.queryByText(message)).not.toBeNull();
  await userEvent.type(form.getByLabelText('Name'), 'Quay Bank');
  await userEvent.type(form.getByLabelText('Letters (optional)'), 'Q!');
  await userEvent.click(form.getByRole('checkbox', { name: 'GBP' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'United Kingdom' }));
  await send();
  await form.findByText(/one or two letters or digits/);
  await userEvent.clear(form.getByLabelText('Letters (optional)'));
  answers = [refusal(409, 'CONFLICT', 'A bank with the id quay-bank exists already.', { field: 'institutionId' })];
  await send();
  await form.findByText('A bank with the id quay-bank exists already.');
  expect(form.getByLabelText('Id (optional)').getAttribute('aria-invalid')).toBe('true');
  const body = { name: 'Quay Bank', fullName: null, letters: null, countries: ['GB'], currencies: ['GBP'] };
  expect(sent).toEqual([{ call: 'POST banks', body: { ...body, institutionId: null }, ifMatch: null }]);
});

test('changes a bank with the version that it read, and shows what another administrator saved', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for AIB' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit…' }));
  const form = within(await dialog('Edit AIB'));
  const save = form.getByRole('button', { name: 'Save changes' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await userEvent.clear(form.getByLabelText('Name'));
  await userEvent.type(form.getByLabelText('Name'), 'AIB (NI)');
  content = [{ ...bank, letters: 'XY', version: '"2"' }];
  answers = [refusal(409, 'CHANGED_MEANWHILE', 'Someone else changed this.', { current: {} })];
  await userEvent.click(save);
  await form.findByText(/^Now:/);
  expect(form.getByText(/XY, IE, GB/)).not.toBeNull();
  answers = [() => Response.json({ ...bank, name: 'AIB (NI)' })];
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit AIB' })).toBeNull());
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
  expect(sent[0]?.body).toEqual({
    name: 'AIB (NI)',
    fullName: 'Allied Irish Banks',
    letters: null,
    countries: ['IE', 'GB'],
    currencies: ['EUR'],
  });
});

test('a read-only administrator can change nothing and sees why', async () => {
  signInWith('VOLUME_ADMIN_READ');
  show();
  const control = await screen.findByRole('switch', { name: 'Offer AIB' });
  expect(control.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: 'Add bank' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(control);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getAllByText('You have read-only access').length).toBeGreaterThan(0);
});

test('a row has at most 6 components and 2 effects', async () => {
  content = [off];
  show();
  const { components, effects } = costOf((await screen.findByText('Allied Irish Banks')).closest('tr')!);
  expect(components).toBeLessThanOrEqual(6);
  expect(effects).toBeLessThanOrEqual(2);
});
