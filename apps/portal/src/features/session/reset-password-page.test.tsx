import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { loadResetToken, ResetPasswordPage } from './reset-password-page.tsx';

const accept = 'POST accounts/accept-invitation';
const signedIn = { accessToken: 'e30.e30.x', email: 'nora@kite.example' };
const refusal = (statusCode: number) =>
  Response.json({ statusCode, statusName: 'X', errorMessage: 'x', source: 'VOLUME' }, { status: statusCode });

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface World {
  type?: string;
  capabilities?: () => Response;
  accepted?: () => Response;
}

/** Opens a link, chooses a password, and returns the calls and the answer with which the page continues. */
async function choose({ type = 'SET_PASSWORD', capabilities, accepted }: World) {
  const calls: string[] = [];
  const onDone = vi.fn<(answer?: unknown) => void>();
  const onExpired = vi.fn<() => void>();
  vi.stubGlobal('fetch', (target: string, { method = 'GET' }: RequestInit = {}) => {
    const path = new URL(target).pathname.replace(/^.*\/api\//, '');
    calls.push(`${method} ${path}`);
    if (path === 'capabilities') return Promise.resolve(capabilities?.() ?? Response.json([accept]));
    if (path === 'accounts/accept-invitation') return Promise.resolve(accepted?.() ?? Response.json(signedIn));
    if (path === 'accounts/reset-password') return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(Response.json({ token: 't', type, isUsed: false, expiresAt: '2026-12-01T09:00:00.000' }));
  });
  const link = await loadResetToken('t', new AbortController().signal);
  if (link.kind !== 'open') throw new Error(`The link is ${link.kind}.`);
  render(<ResetPasswordPage link={link} onDone={onDone} onExpired={onExpired} />);
  await userEvent.type(screen.getByLabelText('New password'), 'seven kites over the harbour');
  await userEvent.click(screen.getByRole('button', { name: /^(Set|Save) password$/ }));
  return { writes: calls.filter((each) => each.startsWith('POST accounts/')), onDone, onExpired };
}

test('the first password signs in', async () => {
  const { writes, onDone } = await choose({});
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(signedIn));
  expect(writes).toEqual([accept]);
});

test.each<[string, World]>([
  ['by the link of a forgotten password', { type: 'RESET_PASSWORD' }],
  ['at an API without the call', { capabilities: () => Response.json([]) }],
  ['at an API that does not list its calls', { capabilities: () => refusal(404) }],
])('a password that is chosen %s only saves it', async (_, world) => {
  const { writes, onDone } = await choose(world);
  await waitFor(() => expect(onDone).toHaveBeenCalledWith());
  expect(writes).toEqual(['POST accounts/reset-password']);
});

test('an invitation that was accepted in another tab is shown as used', async () => {
  const { onDone, onExpired } = await choose({ accepted: () => refusal(410) });
  await waitFor(() => expect(onExpired).toHaveBeenCalled());
  expect(onDone).not.toHaveBeenCalled();
});
