import { createRootRoute, RouterContextProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onOpenPalette } from '#design/layout/palette-opener.ts';
import { Spinner } from '#design/feedback/spinner.tsx';
import { NotThereError, ProviderApiError } from '#platform/errors.ts';
import { readSession } from '#platform/session/session.ts';
import { readSettings } from '#platform/settings.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { createPortalRouter } from '#shell/routing/create-router.ts';
import { FatalPage } from './fatal-page.tsx';
import { DefaultError, NotFoundPage, NotFoundText, Pending, RouteError } from './route-states.tsx';

beforeEach(() => {
  putSettings();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
  localStorage.clear();
});

const recordErrors = () => vi.spyOn(console, 'error').mockImplementation(() => {});

test('the fatal page has its texts, its background, its logo and its mail button (§2)', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { container } = render(<FatalPage />);
  expect(screen.queryByRole('heading', { name: 'There was an error!' })).not.toBeNull();
  expect(screen.queryByText('Something went wrong with the Volume Merchant Portal')).not.toBeNull();
  expect(screen.queryByText('Please try again or contact support.')).not.toBeNull();
  expect(container.querySelector('img')?.getAttribute('src')).toMatch(/svg/);
  expect(container.querySelector('svg')).not.toBeNull();
  const mail = screen.getByRole('link', { name: 'Email Support' }).getAttribute('href') ?? '';
  expect(mail).toMatch(/^mailto:/);
  expect(new URL(mail).searchParams.get('subject')).toBe('Fatal Error');
});

test('the fatal page logs its error with the application of the address, or that it is unknown (§2)', () => {
  const heard = recordErrors();
  window.history.replaceState(null, '', '/payments/payin?applicationId=app-7');
  const error = new Error('broken');
  render(<FatalPage error={error} />);
  expect(heard.mock.lastCall?.slice(1)).toEqual(['Fatal error', { error, applicationId: 'app-7' }]);
  cleanup();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  render(<FatalPage />);
  expect(warned.mock.lastCall?.slice(1)).toEqual(['Unknown error']);
  expect(heard).toHaveBeenCalledOnce();
});

test('the default error view shows and hides the error, and resets it (§2, §8)', async () => {
  const reset = vi.fn<() => void>();
  render(<DefaultError error={new Error('chunk is gone')} reset={reset} />);
  expect(screen.queryByText('Something went wrong!')).not.toBeNull();
  expect(screen.queryByText('chunk is gone')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show Error' }));
  expect(screen.queryByText('chunk is gone')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Hide Error' }));
  expect(screen.queryByText('chunk is gone')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again?' }));
  expect(reset).toHaveBeenCalledOnce();
});

test("an unknown path reads Not found, the router's own default Not Found (§2)", () => {
  render(<NotFoundPage />);
  expect(screen.queryByText('Not found')).not.toBeNull();
  cleanup();
  render(<NotFoundText />);
  expect(screen.queryByText('Not Found')).not.toBeNull();
});

test('the pending view is a spinner of 150 pixels, with the sentence of its screen (§2, §9)', () => {
  const { container } = render(<Pending sentence="Please wait. This may take up to 10 seconds." />);
  expect(container.querySelector('svg')?.getAttribute('width')).toBe('150');
  expect(screen.getByRole('status').textContent).toBe('Please wait. This may take up to 10 seconds.');
  cleanup();
  expect(
    render(<Spinner />)
      .container.querySelector('svg')
      ?.getAttribute('width'),
  ).toBe('150');
});

test('Try Again? invalidates the router and resets the boundary; the email to support has the trace (§2)', async () => {
  recordErrors();
  const router = createPortalRouter(createRootRoute(), { session: readSession, settings: readSettings() });
  const invalidated = vi.spyOn(router, 'invalidate').mockResolvedValue();
  const reset = vi.fn<() => void>();
  const refusal = { statusCode: 409, statusName: 'CONFLICT', errorMessage: 'Not now.', source: 'VOLUME' };
  const error = new ProviderApiError({ ...refusal, traceId: '4bf92f3577b34da6' });
  render(
    <RouterContextProvider router={router}>
      <RouteError error={error} reset={reset} />
    </RouterContextProvider>,
  );
  const card = within(screen.getByRole('alert'));
  expect(card.queryByRole('heading', { name: 'Oops!' })).not.toBeNull();
  expect(card.queryByText('Not now.')).not.toBeNull();
  expect(screen.getByRole('alert').querySelector('svg')).not.toBeNull();
  const mail = new URL(card.getByRole('link', { name: 'contact support' }).getAttribute('href') ?? '');
  expect([mail.protocol, mail.searchParams.get('subject')]).toEqual(['mailto:', '[Merchant Portal] 4bf92f3577b34da6']);
  expect([invalidated, reset].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  await userEvent.click(card.getByRole('button', { name: 'Try Again?' }));
  expect([invalidated, reset].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('a page that failed to load offline says so, and reloads when the device is online', () => {
  recordErrors();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const router = createPortalRouter(createRootRoute(), { session: readSession, settings: readSettings() });
  const invalidated = vi.spyOn(router, 'invalidate').mockResolvedValue();
  const reset = vi.fn<() => void>();
  render(
    <RouterContextProvider router={router}>
      <RouteError error={new Error('Code is missing: payouts')} reset={reset} />
    </RouterContextProvider>,
  );
  expect(screen.queryByText('You are offline. This page opens by itself when you are back.')).not.toBeNull();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect([invalidated, reset].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test.each([
  ['the id in the address is invalid', new NotThereError('We can’t find this payment.')],
  [
    'the API returns 404',
    new ProviderApiError({
      statusCode: 404,
      statusName: 'NOT_FOUND',
      errorMessage: 'This payment was not found.',
      source: 'VOLUME',
      traceId: '4bf92f3577b34da6',
    }),
  ],
])('where %s, the card is followed by links to the lists that the user can see, and the search', async (_, error) => {
  recordErrors();
  signIn({ merchantId: 'm', authorities: ['VIEW_ONLY'], email: 'isla@shop.example' });
  const router = createPortalRouter(createRootRoute(), { session: readSession, settings: readSettings() });
  render(
    <RouterContextProvider router={router}>
      <RouteError error={error} reset={() => undefined} />
    </RouterContextProvider>,
  );
  expect((await screen.findByRole('link', { name: 'Pay-ins' })).getAttribute('href')).toMatch(/^\/payments\/payin/);
  expect(screen.queryByRole('link', { name: 'Pay by link' })).toBeNull();
  const opened = vi.fn<() => void>();
  onOpenPalette(opened, { signal: AbortSignal.timeout(5_000) });
  await userEvent.click(screen.getByRole('button', { name: 'search everything' }));
  expect(opened).toHaveBeenCalledTimes(1);
  expect(document.body.textContent?.match(/It may belong/g) ?? []).toHaveLength(error instanceof NotThereError ? 0 : 1);
});
