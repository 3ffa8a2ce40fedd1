import { QueryClientProvider } from '@tanstack/react-query';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { mostDays, overviewCalls } from '@volume/contract/screens/screen-calls.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handleStreamEvent } from '#platform/changes/changes.ts';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { capabilitiesKey, writeCapabilities } from '#platform/calls/remembered-capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { readSession, sessionKeys } from '#platform/session/session.ts';
import { buildCommit, readSettings } from '#platform/settings.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { OverviewPage } from './overview-page.tsx';
import { prefetchOverview } from './overview-queries.ts';
import { toPeriods } from './span.ts';

const merchantId = '018cc778-5000-7fb8-ab33-93f5e60e9f83';
const applicationId = '018cc778-5000-7fb8-ab33-93f5e60e9f84';
const scope = { merchantId, applicationId };
const today = '2026-11-21';
const everyAuthority = ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'];

beforeEach(() => {
  putSettings();
  // The first steps make separate calls.
  localStorage.setItem(`v_first_steps_v1.${merchantId}`, 'done');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  delete window.begunCalls;
  vi.unstubAllGlobals();
});

const page = () => Response.json(toPage([], { page: 0, size: 1, totalElements: 0 }));
const total = { currency: 'GBP', paymentStatus: 'FAILED', count: 3, amount: 12.5 };
/** The answers to the calls, by the last part of their paths. */
const usual: Record<string, () => Response> = {
  summary: () => Response.json({ totals: [total] }),
  revenue: () => Response.json({ periodType: 'DAY', items: [] }),
  failures: () =>
    Response.json({
      count: 3,
      reasons: [{ reason: 'Bank said no', count: 3 }],
      banks: [],
      hours: [{ hour: 1, count: 3 }],
    }),
  payments: page,
  'outbound-payments': page,
  notices: page,
  'webhook-deliveries': page,
  'payin-accounts-with-aggregated-balances': () => Response.json([]),
  approvals: () => Response.json({ isOn: false, waiting: 0, ...toPage([], { page: 0, size: 1, totalElements: 0 }) }),
};

type Answer = (call: string) => Response | Promise<Response> | undefined;

interface Given {
  isWhole: boolean;
  authorities?: readonly string[];
  isAdmin?: boolean;
  /** The answers that differ from the usual ones; given the call below the API prefix. */
  answer?: Answer;
  /** The answer to the screen's own call; by default a line for every call. */
  overview?: (lines: ReadableStream<Uint8Array<ArrayBuffer>>) => Response | Promise<Response>;
}

/** Opens the overview at an API with or without `GET overview`, and returns the calls that it sends. */
function openOverview({ isWhole, authorities = everyAuthority, isAdmin = false, answer, overview }: Given) {
  signInWith(authorities, isAdmin);
  const sent: string[] = [];
  const ask: Answer = (call) => answer?.(call) ?? usual[call.replace(/\?.*/, '').split('/').at(-1) ?? '']?.();
  vi.stubGlobal('fetch', async (url: string) => {
    const call = url.replace(/^.*?\/api\//, '');
    sent.push(call);
    if (!call.includes('/overview?')) return (await ask(call)) ?? Response.json(null, { status: 404 });
    const calls = overviewCalls({ ...scope, ...periods.now, today }, authorities);
    const lines = streamLines(calls, ask);
    return overview?.(lines) ?? new Response(lines);
  });
  const owner = { applicationId, merchantId: isAdmin ? merchantId : undefined };
  const periods = toPeriods({}, today);
  const queryClient = createQueryClient();
  const ours = Object.values<AnyEndpoint>(endpoints).filter(({ origin }) => origin === 'ours');
  const names = ours.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w*\}/g, '{}')}`);
  const known = names.filter((name) => isWhole || !name.endsWith('/overview'));
  queryClient.setQueryData(capabilitiesQuery().queryKey, known);
  const { apiBaseUrl } = readSettings();
  localStorage.setItem(capabilitiesKey, writeCapabilities(known, { apiBaseUrl, commit: buildCommit }));
  prefetchOverview(queryClient, { owner, scope, ...periods, today });
  render(
    <QueryClientProvider client={queryClient}>
      <OverviewPage choice={{}} today={today} owner={owner} scope={scope} onChoice={() => undefined} />
    </QueryClientProvider>,
  );
  return { sent, queryClient, again: () => prefetchOverview(queryClient, { owner, scope, ...periods, today }) };
}

function signInWith(authorities: readonly string[], isAdmin: boolean): void {
  signIn({ ...(isAdmin ? { adminId: 'a' } : { merchantId }), authorities });
  if (isAdmin) localStorage.setItem(sessionKeys.merchantId, merchantId);
}

/** The lines as the API writes them: each as soon as its call is answered. */
function streamLines(calls: readonly string[], ask: Answer): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: async (controller) => {
      const send = async (call: string) => {
        const answered = await ask(call);
        if (!answered) return;
        const retryAfter = answered.headers.get('retry-after') ?? undefined;
        const line = { call, status: answered.status, retryAfter, body: (await answered.json()) as unknown };
        controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      await Promise.all(calls.map(send));
      controller.close();
    },
  });
}

const nothingMissing = async () => {
  await screen.findByText('Bank said no');
  await screen.findByText('Nothing needs attention.');
  await screen.findByText('No accounts yet.');
  await screen.findByText('No pay-ins on these days');
  expect((await screen.findByRole('group', { name: 'Pay-ins' })).textContent).toContain('Pay-ins 3');
  expect(screen.queryByRole('button', { name: 'Try Again?' })).toBeNull();
};

describe.each([
  ['one answer', true],
  ['its calls', false],
])('by %s', (_, isWhole) => {
  test('shows everything', async () => {
    openOverview({ isWhole });
    await nothingMissing();
    expect(screen.getByRole('region', { name: 'Why payments fail' })).not.toBeNull();
  });

  test('shows a count that stopped as 1,000+', async () => {
    const many = toPage([], { page: 0, size: 1, totalElements: 1_001 });
    const answer: Answer = (call) =>
      call.includes('/webhook-deliveries?') ? Response.json({ ...many, isTotalAtLeast: true }) : undefined;
    openOverview({ isWhole, answer });
    expect(await screen.findByRole('link', { name: 'Webhooks failing: 1,000+' })).not.toBeNull();
  });

  test.each([
    ['payments/summary', 'Latest pay-ins'],
    ['merchants/', 'Needs attention'],
  ])('a refusal of %s is shown in its section, and the others are shown', async (path, shown) => {
    let isFailing = true;
    const problem = {
      statusCode: 404,
      statusName: 'NOT_FOUND',
      errorMessage: 'Not here.',
      traceId: 't1',
      source: 'VOLUME',
    };
    openOverview({
      isWhole,
      answer: (call) => (isFailing && call.startsWith(path) ? Response.json(problem, { status: 404 }) : undefined),
    });
    expect((await screen.findAllByText(/Not here\./)).length).toBeGreaterThan(0);
    await screen.findByRole('region', { name: shown });
    isFailing = false;
    while (screen.queryAllByRole('button', { name: 'Try Again?' }).length > 0) {
      const [first] = screen.getAllByRole('button', { name: 'Try Again?' });
      await userEvent.click(first!);
      await waitFor(() => expect(first!.isConnected).toBe(false));
    }
    await nothingMissing();
  });

  test('shows the payouts and refunds of a week that failed, each with a link to it', async () => {
    const notice = {
      noticeId: 'n1',
      applicationId,
      kind: 'PAYOUT_FAILED',
      objectId: 'p1',
      amount: 40,
      currency: 'GBP',
      count: 1,
      atUtc: '2026-11-20T10:00:00.000',
      isRead: true,
    };
    const notices = [
      notice,
      { ...notice, noticeId: 'n2', kind: 'REFUND_FAILED', objectId: 'p2', amount: 2.5 },
      { ...notice, noticeId: 'n3', amount: 41, applicationId: 'another' },
      { ...notice, noticeId: 'n4', amount: 42, kind: 'PAYMENT_HELD' },
      { ...notice, noticeId: 'n5', amount: 43, atUtc: '2026-11-13T23:59:59.000' },
    ];
    const find = (query: URLSearchParams) => {
      const kinds = query.get('kinds')?.split(',');
      const found = notices.filter((each) => each.applicationId === query.get('applicationId'));
      return found.filter(({ kind }) => kinds?.includes(kind));
    };
    const list = (call: string) =>
      toPage(find(new URLSearchParams(call.split('?')[1])), { page: 0, size: 5, totalElements: 3 });
    openOverview({ isWhole, answer: (call) => (call.includes('/notices?') ? Response.json(list(call)) : undefined) });
    const lines = within(await screen.findByRole('region', { name: 'Needs attention' }));
    await lines.findByRole('link', { name: 'Payout of £40.00 failed' });
    expect(lines.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Payout of £40.00 failed', expect.stringMatching(/^\/payments\/payout\?.*payout=p1/)],
      ['Refund of £2.50 failed', expect.stringMatching(/^\/payments\/p2/)],
    ]);
  });

  test('a refused token ends the session, and sign-in returns here', async () => {
    openOverview({ isWhole, answer: () => Response.json(null, { status: 401 }) });
    await waitFor(() => expect(readSession().kind).toBe('none'));
  });

  test('a call without a response does not delay others', async () => {
    openOverview({
      isWhole,
      answer: (call) => (call.startsWith('revenue') ? new Promise(() => undefined) : undefined),
    });
    await screen.findByText('Bank said no');
    await screen.findByText('Nothing needs attention.');
    await screen.findByText('No accounts yet.');
    expect(await screen.findByText('No pay-ins on these days')).not.toBeNull();
  });
});

test.each([
  ['a merchant’s administrator', everyAuthority, false],
  ['a viewer', ['VIEW_ONLY'], false],
  ['a platform administrator', ['VOLUME_ADMIN'], true],
  ['a platform administrator who only reads', ['VOLUME_ADMIN_READ'], true],
])('%s asks once for everything that the overview shows', async (_, authorities, isAdmin) => {
  const { sent } = openOverview({ isWhole: true, authorities, isAdmin });
  await nothingMissing();
  const counts = sent.filter((call) => call.includes('/approvals?'));
  expect(sent.filter((call) => !counts.includes(call))).toEqual([
    `merchants/${merchantId}/applications/${applicationId}/overview?from=2026-10-22&to=2026-11-21&today=2026-11-21`,
  ]);
  expect(window.begunCalls).toEqual({});
});

test.each<[string, NonNullable<Given['overview']>]>([
  ['is refused', () => new Response('{}', { status: 404 })],
  ['fails', () => new Response('oh', { status: 500 })],
  ['does not arrive', () => Promise.reject(new TypeError('no network'))],
  ['is something else', () => new Response('<html>')],
  ['has no lines', () => new Response('')],
  ['breaks off', (lines) => new Response(lines.pipeThrough(cutAfter(60)))],
])('makes the calls themselves when the one answer %s', async (_, overview) => {
  const { sent } = openOverview({ isWhole: true, overview });
  await nothingMissing();
  expect(sent.filter((call) => call.startsWith('payments/summary')).length).toBe(2);
});

/** Ends a stream with an error after so many bytes. */
const cutAfter = (most: number) => {
  let passed = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      controller.enqueue(chunk.slice(0, Math.max(0, most - passed)));
      passed += chunk.byteLength;
      if (passed >= most) controller.error(new TypeError('network error'));
    },
  });
};

test('after a change, a response that was requested before it is not used', async () => {
  const { queryClient } = openOverview({ isWhole: true });
  await nothingMissing();
  const { again, sent } = openOverview({ isWhole: true, overview: () => new Promise(() => undefined) });
  again();
  handleStreamEvent({ kind: 'lost' });
  expect(window.begunCalls).toBeUndefined();
  expect(queryClient.isFetching()).toBe(0);
  // The waiting approvals are not part of the overview's answer.
  expect(sent.filter((call) => !call.includes('/approvals?'))).toEqual([expect.stringContaining('/overview?')]);
});

test('requests the overview with one call again only when none of its data is fresh', async () => {
  const { sent, again } = openOverview({ isWhole: true });
  await nothingMissing();
  const before = sent.length;
  again();
  expect(sent.length).toBe(before);
});

test('offers no period longer than the API accepts', () => {
  const { now } = toPeriods({ from: '2001-01-01', to: today }, today);
  expect((Date.parse(now.to) - Date.parse(now.from)) / 86_400_000 + 1).toBe(mostDays);
});
