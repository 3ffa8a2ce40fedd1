import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { DevicePage } from './device-page.tsx';

notifyManager.setScheduler(queueMicrotask);

const tool = {
  toolName: 'volume',
  machineName: 'ada-laptop',
  fromAddress: '203.0.113.7',
  askedAtUtc: '2026-11-21T10:00:00.000',
  codeExpiresAtUtc: '2026-11-21T10:10:00.000',
  keyName: 'volume on ada-laptop',
};
const application = { merchantId: 'm', applicationId: 'shop', applicationName: 'Web shop' };

const payload = { statusName: 'REFUSED', traceId: 't', source: 'VOLUME' };

let written: { path: string; body: unknown }[];
let refusals: Record<string, { statusCode: number; code: string; errorMessage: string; field?: string }>;
let authorities: string[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  [written, refusals, authorities] = [[], {}, ['EDIT_SETTINGS']];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(target).pathname.split('/').at(-1) ?? '';
    if (path === 'capabilities') return Response.json([]);
    if (init.method !== 'POST') return Response.json([]);
    written.push({ path, body: JSON.parse(String(init.body)) });
    const refusal = refusals[path];
    if (refusal) return Response.json({ ...payload, ...refusal }, { status: refusal.statusCode });
    return path === 'look-up' ? Response.json(tool) : new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function draw(code = '') {
  signIn({ merchantId: 'm', authorities, email: 'ida@shop.example' });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={createQueryClient()}>
        <DevicePage application={application as never} code={code} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  return userEvent.setup();
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));

test('a code in a link is filled in but decides nothing; the page shows the request, and the user allows it', async () => {
  const user = draw('BCDF-GHJK');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', 'BCDF-GHJK');
  expect(written).toEqual([]);
  await press(user, 'Continue');
  await screen.findByText('203.0.113.7');
  for (const text of [
    'BCDF-GHJK',
    'volume',
    'ada-laptop',
    'Web shop',
    /Read events, send them to your endpoints again, and play/,
    'After 90 days',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  await press(user, 'Allow…');
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Allow' }));
  await screen.findByText('volume on ada-laptop has its key.');
  const body = { userCode: 'BCDFGHJK' };
  expect(written).toEqual([
    { path: 'look-up', body },
    { path: 'allow', body },
  ]);
});

test('denying needs one press, and no dialog', async () => {
  const user = draw();
  await user.type(screen.getByLabelText('Code'), ' bcdf ghjk {Enter}');
  await screen.findByText('203.0.113.7');
  await press(user, 'Deny');
  await screen.findByText('Denied. The tool gets no key.');
  expect(written.map(({ path }) => path)).toEqual(['look-up', 'deny']);
});

test('a code of another length is not sent, and a wrong one is refused at its field', async () => {
  const user = draw();
  await press(user, 'Continue');
  expect(await screen.findByText('Enter the code that the tool shows.')).toBeTruthy();
  await user.type(screen.getByLabelText('Code'), 'BCDF');
  expect(await screen.findByText('A code has eight letters.')).toBeTruthy();
  expect(written).toEqual([]);
  const errorMessage = 'No tool asks with this code.';
  refusals['look-up'] = { statusCode: 400, code: 'WRONG_CODE', field: 'userCode', errorMessage };
  await user.type(screen.getByLabelText('Code'), 'GHJK{Enter}');
  expect(await screen.findByText(/No tool asks with this code/)).toBeTruthy();
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
});

test('too many wrong codes, and an earlier decision by another user, are shown with the server’s message', async () => {
  refusals['look-up'] = { statusCode: 429, code: 'TOO_MANY_REQUESTS', errorMessage: 'Too many wrong codes.' };
  const user = draw('BCDF-GHJK');
  await press(user, 'Continue');
  expect(await screen.findByText(/Too many wrong codes/)).toBeTruthy();
  refusals = { deny: { statusCode: 409, code: 'NOT_WAITING', errorMessage: 'This code was decided before.' } };
  await press(user, 'Continue');
  await screen.findByText('203.0.113.7');
  await press(user, 'Deny');
  expect(await screen.findByText(/This code was decided before/)).toBeTruthy();
  await press(user, 'Other code');
  expect(screen.getByLabelText('Code')).toBeTruthy();
});
