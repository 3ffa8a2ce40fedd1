import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { merchantId, payIn } from './testing/sample-pay-in.ts';
import { show } from './testing/show.tsx';

interface Refused {
  statusCode: number;
  statusName: string;
  errorMessage: string;
  field?: unknown;
}

/** The refusal of each write, by the end of its path. */
let refusals: Record<string, Refused>;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId, authorities: ['EDIT_SETTINGS'] });
  refusals = {};
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    if (target.endsWith('/capabilities')) return Response.json([]);
    const found = Object.entries(refusals).find(([path]) => target.endsWith(path));
    if (init.method !== 'POST' || !found) return new Response('{}', { status: 404 });
    return Response.json(
      { ...found[1], source: 'VOLUME', traceId: '0123456789abcdef' },
      { status: found[1].statusCode },
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function refund(): Promise<HTMLInputElement> {
  const nothing = () => undefined;
  show(<RefundDialog row={payIn()} isOpen onClose={nothing} />);
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount');
  await userEvent.type(amount, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Refund £5.00' }));
  return amount;
}
const errorOf = (input: HTMLElement) =>
  input.getAttribute('aria-invalid') === 'true'
    ? document.getElementById(input.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent
    : undefined;

const badRequest = { statusCode: 400, statusName: 'BAD_REQUEST' };

test.each([
  ['refundPaymentAmount must be at most 1.00', 'The amount must be at most 1.00.'],
  ['Please refund less than that', 'Please refund less than that'],
])('a refusal that names its field is shown next to it, in any words: %s', async (errorMessage, shown) => {
  refusals['/refunds'] = { ...badRequest, errorMessage, field: 'refundPaymentAmount' };
  const amount = await refund();
  await screen.findByText(shown);
  expect(errorOf(amount)).toBe(shown);
});

test.each([undefined, 7, null])(
  'a refusal that names its field in words only (field: %j) is shown with the form, not next to the field',
  async (field) => {
    refusals['/refunds'] = { ...badRequest, errorMessage: 'refundPaymentAmount must be at most 1.00', field };
    const amount = await refund();
    await screen.findByText('refundPaymentAmount must be at most 1.00');
    expect(errorOf(amount)).toBeUndefined();
  },
);

test.each([
  ['CODE_REQUIRED', 'Please give six digits', 'Code from your authenticator app'],
  ['PASSWORD_REQUIRED', 'Please give what you sign in with', 'Password'],
])('a step-up asks for what %s names, whatever the sentence says', async (statusName, errorMessage, label) => {
  refusals['/refunds'] = { statusCode: 403, statusName: 'STEP_UP_REQUIRED', errorMessage: 'Who are you?' };
  refusals['step-up'] = { ...badRequest, statusName, errorMessage };
  await refund();
  if (statusName === 'PASSWORD_REQUIRED') await userEvent.click(await screen.findByText('Use a code'));
  const first = statusName === 'PASSWORD_REQUIRED' ? 'Code from your authenticator app' : 'Password';
  await userEvent.type(await screen.findByLabelText(first), '111111{Enter}');
  await screen.findByLabelText(label);
  expect(screen.queryByText(errorMessage)).toBeNull();
});

test('a rejected step-up keeps its form and shows the error', async () => {
  refusals['/refunds'] = { statusCode: 403, statusName: 'STEP_UP_REQUIRED', errorMessage: 'Who are you?' };
  refusals['step-up'] = { ...badRequest, errorMessage: 'code is required' };
  await refund();
  await userEvent.type(await screen.findByLabelText('Password'), 'wrong{Enter}');
  await screen.findByText('code is required');
  expect(screen.queryByLabelText('Password')).not.toBeNull();
});
