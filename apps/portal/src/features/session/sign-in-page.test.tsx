import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { SignInPage } from './sign-in-page.tsx';
import { VerifyOtpPage } from '#features/session/second-factor/verify-otp-page.tsx';

const fetched = vi.fn<typeof fetch>();
const onAnswer = vi.fn<(answer: unknown) => void>();
const refusal = { statusCode: 401, statusName: 'UNAUTHORIZED', errorMessage: 'x', source: 'VOLUME' };

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status, headers }));
}

beforeEach(() => {
  putSettings();
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  document.getElementById('settings')?.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetched.mockReset();
  onAnswer.mockReset();
});

describe('sign-in (§5)', () => {
  const type = async (email: string, password: string) => {
    render(<SignInPage hasSignUp onAnswer={onAnswer} />);
    if (email) await userEvent.type(screen.getByLabelText('Email'), email);
    if (password) await userEvent.type(screen.getByLabelText('Password'), password);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  };
  test.each([
    ['', '', ['Email address is required', 'Password is required']],
    ['  ', 'secret', ['Email address is required']],
    ['a@b.example', '', ['Password is required']],
  ])('%j and %j ask for what is missing and send nothing', async (email, password, sentences) => {
    await type(email, password);
    expect(screen.getAllByText(/ is required$/).map(({ textContent }) => textContent)).toEqual(sentences);
    expect(fetched).not.toHaveBeenCalled();
  });
  test.each<[string, number, Record<string, string>, string | RegExp]>([
    ['a wrong pair', 401, {}, 'The email address or password is incorrect.'],
    ['too many tries', 429, { 'retry-after': '17' }, 'Too many attempts. Try again in 17 seconds.'],
    ['a provider’s own words', 503, {}, 'x'],
  ])('%s is told, and what was typed stays', async (_, status, headers, sentence) => {
    answer(status, { ...refusal, statusCode: status }, headers);
    await type('a@b.example', 'secret');
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@b.example');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
    expect(onAnswer).not.toHaveBeenCalled();
  });
  test('offers a sandbox account only where there is a sandbox (§1)', () => {
    render(<SignInPage hasSignUp onAnswer={onAnswer} />);
    expect(screen.getByRole('link', { name: 'Try the sandbox' }).getAttribute('href')).toBe('/auth/signup');
    cleanup();
    render(<SignInPage hasSignUp={false} onAnswer={onAnswer} />);
    expect(screen.queryByRole('link', { name: 'Try the sandbox' })).toBeNull();
  });
  test('reports a missing network', async () => {
    fetched.mockRejectedValue(new TypeError('offline'));
    await type('a@b.example', 'secret');
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be reached/);
  });
  test('a second press while the request is pending sends nothing', async () => {
    fetched.mockReturnValue(new Promise(() => undefined));
    await type('a@b.example', 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(fetched).toHaveBeenCalledTimes(1);
  });
  test('passes the answer on', async () => {
    answer(200, { otpRequestId: 'r' });
    await type(' a@b.example ', 'secret');
    await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ otpRequestId: 'r' }));
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ email: 'a@b.example', password: 'secret' });
  });
});

describe('the one-time code', () => {
  /**
   * All requests except those for the capabilities. This mock does not declare that secrets can be sent in the body.
   */
  const sent = () => fetched.mock.calls.filter(([request]) => !String(request).endsWith('/capabilities'));
  const open = () =>
    render(<VerifyOtpPage otpRequestId="r" otp={null} signInHref="/auth/signin" onSignedIn={onAnswer} />);
  test('is sent automatically at six digits, also when pasted with a space', async () => {
    answer(200, { accessToken: 't', email: 'e' });
    open();
    await userEvent.click(screen.getByLabelText('One-time code'));
    await userEvent.paste('123 456');
    await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ accessToken: 't', email: 'e' }));
    expect(sent()).toHaveLength(1);
    expect(JSON.parse(String(sent()[0]?.[1]?.body))).toEqual({ code: '123456' });
  });
  test.each([
    ['TOTP', /^Six digits from your authenticator app\. If you’ve lost it/, 0],
    ['EMAIL', /^Six digits from the email we sent you\.$/, 1],
  ] as const)('of kind %s says where it comes from, and can be resent only if emailed', (kind, words, resends) => {
    render(
      <VerifyOtpPage otpRequestId="r" otp={{ kind, passkey: null }} signInHref="/auth/signin" onSignedIn={onAnswer} />,
    );
    expect(screen.queryByText(words)).not.toBeNull();
    const [other, again] = [screen.getByText('Use a recovery code'), screen.getByText('Start again')];
    expect(other.closest('div')).toBe(again.closest('div'));
    expect(screen.queryAllByRole('button', { name: /^Resend/ })).toHaveLength(resends);
  });
  test('shows an error if it is wrong, and can be retried', async () => {
    answer(400, { ...refusal, statusCode: 400 });
    open();
    const field = screen.getByLabelText('One-time code');
    await userEvent.type(field, '123456');
    const description = 'That code is incorrect. Check it and try again.';
    await screen.findByRole('textbox', { name: 'One-time code', description });
    await userEvent.clear(field);
    await userEvent.type(field, '654321');
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    expect(JSON.parse(String(sent()[1]?.[1]?.body))).toEqual({ code: '654321' });
  });
  test.each([404, 410])('that has expired (%d) leads to a new sign-in', async (status) => {
    answer(status, { ...refusal, statusCode: status });
    open();
    await userEvent.type(screen.getByLabelText('One-time code'), '123456');
    await screen.findByRole('heading', { name: 'That code has expired' });
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/auth/signin');
  });
  test('is not sent automatically if it is a recovery code', async () => {
    answer(200, { accessToken: 't', email: 'e' });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    // A user with no codes left sees what to do next.
    expect(screen.queryByText(/^No codes left\? Ask an administrator of your merchant/)).not.toBeNull();
    expect(screen.getByRole('link', { name: 'contact support' }).getAttribute('href')).toMatch(/^mailto:.+@/);
    await userEvent.type(screen.getByLabelText('Recovery code'), 'ABCD-1234-EF');
    expect(fetched).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await vi.waitFor(() => expect(onAnswer).toHaveBeenCalled());
    expect(JSON.parse(String(sent()[0]?.[1]?.body))).toEqual({ code: 'ABCD-1234-EF' });
  });
  test('cannot be resent before thirty seconds', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Resend in 30 s' }));
    expect(fetched).not.toHaveBeenCalled();
  });
  test('can be resent immediately after a network failure, but not before the time that the server demands', async () => {
    vi.useFakeTimers();
    open();
    const press = async (name: string) => {
      await act(async () => vi.advanceTimersByTimeAsync(31_000));
      fireEvent.click(screen.getByRole('button', { name }));
      await act(async () => vi.advanceTimersByTimeAsync(100));
    };
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await press('Resend code');
    expect(screen.getByRole('status').textContent).toMatch(/could not be reached/);
    answer(429, { ...refusal, statusCode: 429 });
    fireEvent.click(screen.getByRole('button', { name: 'Resend code' }));
    await act(async () => vi.advanceTimersByTimeAsync(100));
    expect(sent()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Resend in/ })).not.toBeNull();
    vi.useRealTimers();
  });
});
