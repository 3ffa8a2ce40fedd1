import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Administrator } from '@volume/contract/administrators/administrators.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { costOf } from '#lists/testing/row-cost.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { administratorSearch } from './administrator-filters.ts';
import { AdministratorsPage } from './administrators-page.tsx';

notifyManager.setScheduler(queueMicrotask);

const one = (name: string, change: Partial<Administrator> = {}): Administrator => ({
  administratorId: `id-of-${name}`,
  email: `${name.toLowerCase()}@volume.example`,
  name,
  access: 'FULL',
  enabled: true,
  invitation: 'ACCEPTED',
  invitedAtUtc: '2026-11-24T10:00:00.000',
  invitedBy: null,
  twoFactor: 'TOTP',
  hasPasskey: false,
  lastSignInAtUtc: '2026-11-25T16:02:00.000',
  isOneself: false,
  proposal: null,
  ...change,
});
const ada = one('Ada', { isOneself: true, twoFactor: 'PASSKEY', hasPasskey: true });
const tom = one('Tom');
const noor = one('Noor', { hasPasskey: true });
const proposal = (isOwn: boolean): Administrator['proposal'] => ({
  proposalId: 'the-proposal',
  action: 'DISABLE',
  proposedBy: { email: 'tom@volume.example', name: 'Tom' },
  isOwn,
  proposedAtUtc: '2026-11-25T16:02:00.000',
  expiresAtUtc: '2026-11-26T16:02:00.000',
});

let listed: readonly Administrator[];
let sent: [string, unknown][];
let refusal: Response | undefined;

function signInWith(authority: string): void {
  signIn({ adminId: 'a', authorities: [authority] });
}

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signInWith('VOLUME_ADMIN');
  listed = [ada, tom, noor];
  sent = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(target);
    if (pathname.endsWith('/capabilities')) return new Response('[]');
    if (init.method === 'GET' || init.method === undefined) return Response.json(listed);
    sent.push([`${init.method} ${pathname.split('/api/')[1]}`, init.body ? JSON.parse(String(init.body)) : null]);
    if (refusal) return refusal;
    return pathname.endsWith('/invitation') ? new Response(null, { status: 204 }) : Response.json(tom);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const [search, setSearch] = useState(() => administratorSearch.read({}));
  return <AdministratorsPage search={search} onChange={(change) => setSearch({ ...search, ...change })} />;
}
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
const rowOf = async (name: string) => {
  const cell = await screen.findByText(`${name.toLowerCase()}@volume.example`, { exact: false });
  return within(cell.closest('tr')!);
};
const openMenu = async (name: string) => {
  const row = await rowOf(name);
  await userEvent.click(row.getByRole('button', { name: `Actions for ${name}` }));
};
/** The name of a menu's line, with the reason when it is disabled. */
const lines = () => screen.getAllByRole('menuitem').map((line) => line.textContent);
const pressIn = async (dialog: RegExp, button: string) =>
  userEvent.click(within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name: button }));

test('shows name, access, second factor and last sign-in, and who invited whom', async () => {
  const invitedBy = { email: 'ada@volume.example', name: 'Ada' };
  const jess = one('Jess', {
    access: 'READ_ONLY',
    invitation: 'PENDING',
    twoFactor: 'NONE',
    lastSignInAtUtc: null,
    invitedBy,
  });
  listed = [ada, noor, jess, one('Zoe', { enabled: false })];
  show();
  const own = await rowOf('Ada');
  expect([
    own.queryByText('Passkey', { selector: 'td' }),
    own.queryByText('You, now', { selector: 'td' }),
  ]).not.toContain(null);
  expect(own.queryByRole('button')).toBeNull();
  expect((await rowOf('Noor')).queryByText('Passkey', { selector: 'td' })).not.toBeNull();
  const invited = await rowOf('Jess');
  expect(invited.getByText(/invited 24 Nov by/).textContent).toBe('jess@volume.example · invited 24 Nov by Ada');
  expect(invited.queryByText('Not yet', { selector: 'td' })).not.toBeNull();
  expect((await rowOf('Zoe')).queryByText('Disabled')).not.toBeNull();
  expect(screen.queryByText(/Two administrators keep full access at all times/)).not.toBeNull();
});

test('sends an invitation with the chosen access, and says what is wrong before', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite an administrator' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(dialog.queryByText('Email address is required')).not.toBeNull();
  await userEvent.type(dialog.getByLabelText('Email address'), 'jess@volume.example');
  await userEvent.click(dialog.getByRole('radio', { name: 'Full' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  const body = { email: 'jess@volume.example', name: null, access: 'FULL' };
  await waitFor(() => expect(sent).toEqual([['POST administrators', body]]));
});

test('proposes to disable an administrator with full access', async () => {
  listed = [ada, tom, noor, one('Zoe')];
  show();
  await openMenu('Tom');
  expect(lines()).toEqual(['Reset second factor…', 'Disable…']);
  await userEvent.click(screen.getByRole('menuitem', { name: /Disable/ }));
  await pressIn(/Propose to disable/, 'Propose to disable');
  await waitFor(() => expect(sent).toEqual([['POST administrators/id-of-Tom/disable', null]]));
});

test('says why no administrator can be disabled or reset when too few administrators have full access', async () => {
  listed = [ada, tom];
  show();
  await openMenu('Tom');
  expect(lines()).toEqual([
    expect.stringMatching(/^Reset second factor….*Nobody else with full access could confirm this/),
    expect.stringMatching(/^Disable….*Two administrators keep full access/),
  ]);
});

test('names the command that helps when only one administrator has full access', async () => {
  listed = [ada, one('Jess', { access: 'READ_ONLY' })];
  show();
  expect(await screen.findByText(/npm run admin -- create-admin/)).not.toBeNull();
});

test('shows a proposal in the row, and a second administrator confirms it', async () => {
  listed = [ada, one('Zoe', { proposal: proposal(false) }), tom, noor];
  show();
  const row = await rowOf('Zoe');
  expect(row.queryByText(/proposed to disable this administrator/)).not.toBeNull();
  await userEvent.click(row.getByRole('button', { name: 'Confirm the change of Zoe…' }));
  await pressIn(/Disable Zoe/, 'Confirm and disable');
  await waitFor(() => expect(sent).toEqual([['POST administrators/id-of-Zoe/proposals/the-proposal/confirm', null]]));
});

test('the proposer can only withdraw, and the administrator concerned neither', async () => {
  listed = [{ ...ada, proposal: proposal(false) }, one('Zoe', { proposal: proposal(true) }), tom, noor];
  show();
  const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
  const states = async (name: string) => {
    const row = await rowOf(name);
    return ['Confirm', 'Withdraw'].map((verb) =>
      isOff(row.getByRole('button', { name: `${verb} the change of ${name}…` })),
    );
  };
  expect([await states('Zoe'), await states('Ada')]).toEqual([
    [true, false],
    [true, true],
  ]);
  await userEvent.click((await rowOf('Zoe')).getByRole('button', { name: /^Withdraw/ }));
  await pressIn(/Withdraw this proposal/, 'Withdraw proposal');
  await waitFor(() => expect(sent).toEqual([['DELETE administrators/id-of-Zoe/proposals/the-proposal', null]]));
});

test('an open invitation can be resent or withdrawn', async () => {
  listed = [ada, tom, one('Jess', { invitation: 'PENDING' })];
  show();
  await openMenu('Jess');
  expect(lines()).toEqual(['Resend invitation…', 'Withdraw invitation…']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Withdraw invitation…' }));
  await pressIn(/Withdraw the invitation/, 'Withdraw invitation');
  await waitFor(() => expect(sent).toEqual([['DELETE administrators/id-of-Jess/invitation', null]]));
});

test('shows the API’s reason when a change is refused', async () => {
  listed = [ada, one('Zoe', { enabled: false }), tom];
  const errorMessage = 'Your session has ended. Please sign in again.';
  refusal = Response.json({ statusCode: 409, statusName: 'CONFLICT', source: 'VOLUME', errorMessage }, { status: 409 });
  show();
  await openMenu('Zoe');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Enable…' }));
  await pressIn(/Enable Zoe/, 'Enable administrator');
  expect(await screen.findByText('They are still disabled.', { exact: false })).not.toBeNull();
});

test('a read-only administrator sees everything, and each control says why it is disabled', async () => {
  signInWith('VOLUME_ADMIN_READ');
  listed = [ada, one('Zoe', { proposal: proposal(false) }), tom, noor];
  show();
  await openMenu('Zoe');
  expect(lines().every((line) => line?.includes('You have read-only access'))).toBe(true);
  for (const name of ['Invite', 'Confirm the change of Zoe…', 'Withdraw the change of Zoe…']) {
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  }
});

test('a row with a proposal has at most 6 components and 2 effects', async () => {
  listed = [ada, { ...tom, proposal: proposal(false), enabled: false }, noor];
  show();
  await rowOf('Tom');
  for (const row of document.querySelectorAll('tbody tr')) {
    const { components, effects } = costOf(row);
    expect(components).toBeLessThanOrEqual(6);
    expect(effects).toBeLessThanOrEqual(2);
  }
});
