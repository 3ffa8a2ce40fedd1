import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toPage } from '@volume/contract/lists/page.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { costOf } from '#lists/testing/row-cost.ts';
import { adminFailedJobsHref } from '#platform/hrefs.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { failedJobSearch } from './failed-job-filters.ts';
import { FailedJobsPage } from './failed-jobs-page.tsx';

notifyManager.setScheduler(queueMicrotask);

const job = {
  jobId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b91',
  kind: 'NOTICE_MAIL',
  state: 'DEAD',
  merchantId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b92' as string | null,
  merchantName: 'Harbour & Bloom' as string | null,
  subject: null as { kind: string; id: string; applicationId?: string } | null,
  failures: 50,
  lastError: 'TypeError at mail-notifications.ts:40' as string | null,
  firstFailedAtUtc: '2026-03-01T06:00:00.000' as string | null,
  lastFailedAtUtc: '2026-03-01T10:00:00.000' as string | null,
  nextTryAtUtc: null as string | null,
  isRunning: false,
};
const payout = {
  ...job,
  jobId: 'p1',
  kind: 'PAYOUT_ASK',
  subject: { kind: 'PAYOUT', id: 'po-1', applicationId: 'shop-1' },
};
const retrying = { ...job, jobId: 'r1', state: 'RETRYING', failures: 3, nextTryAtUtc: '2026-03-01T10:05:00.000' };
const kind = {
  kind: 'NOTICE_MAIL',
  dead: 2,
  retrying: 1,
  firstFailedAtUtc: '2026-03-01T06:00:00.000',
  lastFailedAtUtc: '2026-03-01T10:00:00.000',
};

const merchant = { merchantId: job.merchantId ?? '', companyName: 'Harbour & Bloom', email: 'office@harbour.example' };
let merchants: readonly Merchant[] | undefined;
let content: (typeof job)[];
let kinds: (typeof kind)[];
let asked: string[];
let sent: { call: string; body: unknown }[];
/** The responses to the next writes; 204 when there is none. */
let answers: (() => Response)[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signInWith('VOLUME_ADMIN');
  merchants = undefined;
  [content, kinds, asked, sent, answers] = [[job], [kind], [], [], []];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(target);
    if (pathname.endsWith('/capabilities')) return Response.json([]);
    if (init.method !== undefined && init.method !== 'GET') {
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      sent.push({ call: `${init.method} ${pathname.split('/api/')[1]}`, body });
      return answers.shift()?.() ?? new Response(null, { status: 204 });
    }
    asked.push(search);
    const page = toPage([...content], { page: 0, size: 25, totalElements: content.length });
    return Response.json({ ...page, kinds });
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
  const [search, setSearch] = useState(() => failedJobSearch.read(given));
  const change = (next: object) => setSearch({ ...search, ...next });
  return <FailedJobsPage hrefOf={adminFailedJobsHref} onChange={change} {...{ search, merchants }} />;
}
const show = (given: Record<string, unknown> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page given={given} />
    </QueryClientProvider>,
  );
const refusal = (status: number, errorMessage: string) => () =>
  Response.json(
    { statusCode: status, statusName: 'CONFLICT', errorMessage, traceId: 't', source: 'VOLUME' },
    { status },
  );
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const ask = async (id: string, entry: string) => {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Actions for .* ${id}$`) }));
  return screen.findByRole('menuitem', { name: new RegExp(`^${entry}`) });
};

test('requests the filters of the address, and ignores unknown values', async () => {
  show({ state: 'DEAD,GONE', kind: 'PAYOUT_ASK', page: '2' });
  await screen.findByRole('heading', { level: 1, name: 'Failed jobs' });
  await waitFor(() => expect(asked).toEqual(['?state=DEAD&kind=PAYOUT_ASK&page=1&size=25']));
});

test('shows for each kind how many there are, since when, and what it means', async () => {
  show();
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByText('2 need a decision, 1 is retried')).not.toBeNull();
  expect(item.getByText(/06:00 to .*10:00/)).not.toBeNull();
  expect(item.getByText('The email has not been sent.')).not.toBeNull();
  expect(item.getByRole('link', { name: 'Email about a notification' }).getAttribute('href')).toBe(
    '/admin/failed-jobs?kind=NOTICE_MAIL',
  );
});

test('says when nothing has failed, and offers nothing to retry', async () => {
  [content, kinds] = [[], []];
  show();
  await screen.findByText('No failed jobs');
  expect(screen.queryByText('Kinds')).toBeNull();
});

test('links to the merchant and the payment; a payout has its id until the merchants are loaded', async () => {
  content = [{ ...job, subject: { kind: 'PAYMENT', id: 'pay-1' } }, payout];
  show();
  const [link] = await screen.findAllByRole('link', { name: 'Harbour & Bloom' });
  expect(link?.getAttribute('href')).toBe(`/admin/merchants/${job.merchantId}`);
  expect(screen.getByRole('link', { name: 'Payment' }).getAttribute('href')).toBe('/admin/payments/pay-1');
  expect(screen.getByText('po-1')).not.toBeNull();
});

test('opens a payout on its merchant’s own pages', async () => {
  content = [payout];
  merchants = [merchant as Merchant];
  show();
  const link = await screen.findByRole('link', { name: 'Payout' });
  expect(link.getAttribute('href')).toBe('/payments/payout?applicationId=shop-1&payout=po-1');
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
  expect(localStorage.getItem(sessionKeys.merchantId)).toBe(merchant.merchantId);
});

test('a job that was retried and has not run yet says so, and cannot be retried again', async () => {
  content = [{ ...job, state: 'RETRYING', failures: 0, nextTryAtUtc: '2026-03-01T10:05:00.000' }];
  show();
  await screen.findByText('Retried, not run yet');
  const entry = await ask(job.jobId, 'Retry now…');
  expect(entry.getAttribute('aria-disabled')).toBe('true');
  expect(entry.textContent).toContain('It was retried, and has not run yet');
});

test('retries a job only with a reason, and shows a refusal', async () => {
  show();
  await userEvent.click(await ask(job.jobId, 'Retry now…'));
  const form = await dialog('Retry this job now?');
  const send = () => userEvent.click(form.getByRole('button', { name: 'Retry now' }));
  await send();
  expect(sent).toEqual([]);
  await userEvent.type(form.getByLabelText('Reason'), 'The mail server is back');
  answers = [refusal(409, 'This job was retried already, or has run since. Nothing was changed.')];
  await send();
  await form.findByText(/This job was retried already/);
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Retry this job now?' })).toBeNull());
  const call = `POST failed-jobs/${job.jobId}/retry`;
  expect(sent.map((each) => each.call)).toEqual([call, call]);
  expect(sent[1]?.body).toEqual({ reason: 'The mail server is back' });
});

test('discards a job after saying what is lost; one of an order or one that is retried cannot be', async () => {
  content = [job, payout, retrying];
  show();
  for (const id of ['p1', 'r1']) {
    expect((await ask(id, 'Discard…')).getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('{Escape}');
  }
  await userEvent.click(await ask(job.jobId, 'Discard…'));
  const form = await dialog('Discard this job?');
  expect(form.getByText(/The email is never sent\. This cannot be undone\./)).not.toBeNull();
  await userEvent.type(form.getByLabelText('Reason'), 'Nobody needs it');
  await userEvent.click(form.getByRole('button', { name: 'Discard job' }));
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([`POST failed-jobs/${job.jobId}/discard`]));
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
});

test('retries all dead jobs of a kind', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Retry all: Email about a notification' }));
  const form = await dialog('Retry 2 jobs?');
  await userEvent.type(form.getByLabelText('Reason'), 'The mail server is back');
  answers = [() => Response.json({ retried: 2, left: 0 })];
  await userEvent.click(form.getByRole('button', { name: 'Retry all' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Retry 2 jobs?' })).toBeNull());
  expect(sent).toEqual([
    { call: 'POST failed-jobs/retry', body: { kind: 'NOTICE_MAIL', reason: 'The mail server is back' } },
  ]);
});

test('a read-only administrator sees everything, can change nothing and sees the reason', async () => {
  signInWith('VOLUME_ADMIN_READ');
  show();
  expect((await ask(job.jobId, 'Retry now…')).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Escape}');
  const all = screen.getByRole('button', { name: 'Retry all: Email about a notification' });
  expect(all.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(all);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a row has at most 6 components and 2 effects', async () => {
  content = [{ ...retrying, subject: { kind: 'PAYMENT', id: 'pay-1' } }];
  show();
  const { components, effects } = costOf((await screen.findByText('Payment')).closest('tr')!);
  expect(components).toBeLessThanOrEqual(6);
  expect(effects).toBeLessThanOrEqual(2);
});
