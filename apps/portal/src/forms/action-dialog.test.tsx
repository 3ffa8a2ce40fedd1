import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { ProviderApiError } from '#platform/errors.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { FormDialog } from './action-dialog.tsx';
import { AmountField } from './amount-field.tsx';
import { limitOf, overLimit } from './amount-limit.ts';
import { optionalText, typedAmount } from './typed.ts';
import { useForm } from './use-form.ts';

afterEach(cleanup);

const limit = limitOf(5000, 'GBP', '£50.00 is left.');
const schema = z.object({
  amount: typedAmount({ currency: 'GBP', limit }),
  reference: optionalText(z.string().check(z.maxLength(5))),
});
type Body = z.output<typeof schema>;

function Payment({ send }: { send: (body: Body) => Promise<unknown> }) {
  const [isOpen, setIsOpen] = useState(false);
  const write = useWrite(send, () => setIsOpen(false));
  const form = useForm({ schema, values: { amount: '', reference: '' }, write });
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Pay…
      </button>
      <FormDialog
        {...{ form, write, isOpen }}
        onClose={() => setIsOpen(false)}
        title="Pay"
        action="Pay"
        undone="Not paid."
        disabledReason={overLimit(form.value('amount'), 'GBP', limit)}
      >
        <AmountField
          label="Amount"
          currency="GBP"
          limit={limit}
          onUse={(text) => form.change('amount', text)}
          {...form.amount('amount')}
        />
        <TextField label="Reference" {...form.text('reference')} />
      </FormDialog>
    </>
  );
}

const open = () => {
  fireEvent.click(screen.getByText('Pay…'));
  return screen.findByLabelText<HTMLInputElement>('Amount');
};
const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } });
const sendIt = () => fireEvent.click(screen.getByText('Pay', { selector: 'button span' }));
const reference = () => screen.getByLabelText<HTMLInputElement>('Reference');
const refuse = (errorMessage: string, hint: { field?: string; source?: string } = {}) => {
  const payload = {
    statusCode: 400,
    statusName: 'BAD_REQUEST',
    errorMessage,
    traceId: 'abc',
    source: 'VOLUME',
    ...hint,
  };
  return () => Promise.reject(new ProviderApiError(payload, 400));
};

test('submitting with errors shows all of them, focuses the first field, and hides each as soon as it is fixed', async () => {
  const sent: Body[] = [];
  render(<Payment send={async (body) => sent.push(body)} />);
  const amount = await open();
  type(amount, '0');
  type(reference(), 'RETURN');
  expect(screen.queryByText('Must be at least 0.01.')).toBeNull();
  sendIt();
  await screen.findByText('Must be at least 0.01.');
  expect(description(reference())).toBe('Use 5 characters or fewer (currently 6).');
  await waitFor(() => expect(document.activeElement).toBe(amount));
  type(amount, '49.99');
  await waitFor(() => expect(screen.queryByText('Must be at least 0.01.')).toBeNull());
  type(reference(), '');
  sendIt();
  await waitFor(() => expect(sent).toEqual([{ amount: 4999, reference: null }]));
});

const action = () => screen.getByRole('button', { name: 'Pay' });
const description = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('an amount with a decimal comma is sent as that amount, and the field shows how it is read after it is left', async () => {
  const sent: Body[] = [];
  render(<Payment send={async (body) => sent.push(body)} />);
  const amount = await open();
  await userEvent.type(amount, '12,50');
  expect(screen.queryByText('= £12.50')).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('= £12.50').getAttribute('aria-live')).toBe('polite');
  expect(description(amount)).toContain('= £12.50');
  await userEvent.clear(amount);
  await userEvent.type(amount, '12.50');
  await userEvent.tab();
  expect(screen.queryByText(/=/)).toBeNull();
  await userEvent.clear(amount);
  await userEvent.type(amount, '12,50');
  sendIt();
  await waitFor(() => expect(sent).toEqual([{ amount: 1250, reference: null }]));
});

test('an ambiguous amount is not sent, and the field asks which one is meant after it is left', async () => {
  const sent: Body[] = [];
  render(<Payment send={async (body) => sent.push(body)} />);
  const amount = await open();
  await userEvent.type(amount, '1.250');
  expect(screen.queryByText(/Is this/)).toBeNull();
  await userEvent.tab();
  expect(description(amount)).toBe('Is this £1,250.00 or £1.25? Write 1250 or 1.25.');
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  sendIt();
  await waitFor(() => expect(document.activeElement).toBe(amount));
  await userEvent.clear(amount);
  await userEvent.type(amount, '€20');
  await userEvent.keyboard('{Enter}');
  await screen.findByText('This amount is in GBP. Write it without €.');
  expect(sent).toEqual([]);
});

test('an amount above the limit shows an error while it is typed and disables the button; the limit is one press away', async () => {
  const sent: Body[] = [];
  render(<Payment send={async (body) => sent.push(body)} />);
  const amount = await open();
  await userEvent.type(amount, '50,01');
  const tooMuch = '£0.01 too much. £50.00 is left.';
  expect(description(amount)).toContain(tooMuch);
  expect(description(amount)).toContain('= £50.01');
  action().focus();
  expect(document.activeElement).toBe(action());
  expect(action().getAttribute('aria-disabled')).toBe('true');
  expect(description(action())).toBe(tooMuch);
  sendIt();
  amount.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Use £50.00' }));
  expect(amount.value).toBe('50.00');
  expect(description(amount)).not.toContain('too much');
  sendIt();
  await waitFor(() => expect(sent).toEqual([{ amount: 5000, reference: null }]));
});

test('closing with Escape keeps what was typed, but not its errors', async () => {
  render(<Payment send={() => Promise.resolve()} />);
  type(await open(), 'ten');
  sendIt();
  await screen.findByText('Enter an amount such as 12.50.');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await open()).value).toBe('ten');
  expect(screen.queryByText('Enter an amount such as 12.50.')).toBeNull();
});

test('the form is reset after it was sent successfully', async () => {
  render(<Payment send={() => Promise.resolve()} />);
  type(await open(), '10');
  sendIt();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await open()).value).toBe('');
});

test('a refusal that names a field is shown at the field, which is focused; any other is shown in the dialog', async () => {
  const view = render(
    <Payment send={refuse('reference must not be that of another payment', { field: 'reference' })} />,
  );
  type(await open(), '10');
  sendIt();
  await screen.findByText('The reference must not be that of another payment.');
  expect(reference().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(reference()));
  expect(screen.queryByText(/Not paid/)).toBeNull();
  view.rerender(<Payment send={refuse('amount is over the limit', { source: 'MODULR' })} />);
  sendIt();
  await screen.findByText(/Modulr refused. Not paid/);
  expect(screen.getByRole('alert').textContent).toContain('amount is over the limit');
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBeNull();
  expect(reference().getAttribute('aria-invalid')).toBeNull();
});

test.each([
  [true, 'Nobody knows what became of it.', 'It’s safe to retry.'],
  [false, 'Nobody knows, whatever its Idempotency-Key was.', 'Check before you retry.'],
  [undefined, 'Send it again with the same Idempotency-Key.', 'Check before you retry.'],
])('advises on an unknown outcome by isRepeatable %j, not by the message', async (isRepeatable, words, advice) => {
  const payload = {
    statusCode: 504,
    statusName: 'OUTCOME_UNKNOWN',
    errorMessage: words,
    source: 'VOLUME',
    isRepeatable,
  };
  render(<Payment send={() => Promise.reject(new ProviderApiError(payload))} />);
  type(await open(), '10');
  sendIt();
  expect((await screen.findByRole('alert')).textContent).toContain(advice);
});

test('what was typed stays readable while the password is asked for, and can be changed again after Back', async () => {
  putSettings();
  vi.stubGlobal('fetch', async () => Response.json([]));
  const payload = { statusCode: 403, statusName: 'STEP_UP_REQUIRED', errorMessage: 'Confirm.', traceId: 'abc' };
  const refusal = new ProviderApiError({ ...payload, source: 'VOLUME' }, 403);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Payment send={() => Promise.reject(refusal)} />
    </QueryClientProvider>,
  );
  type(await open(), '12.50');
  type(reference(), 'RENT');
  sendIt();
  const password = await screen.findByLabelText('Password');
  expect(reference().value).toBe('RENT');
  expect(reference().closest('[hidden]')).toBeNull();
  expect(reference().closest('[inert]')).not.toBeNull();
  expect(password.closest('[inert]')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
  expect(reference().closest('[inert]')).toBeNull();
  vi.unstubAllGlobals();
});

test('confirming without a password says at the field that it is required, until one is typed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }));
  putSettings();
  const payload = { statusCode: 403, statusName: 'STEP_UP_REQUIRED', errorMessage: 'Confirm.', traceId: 'abc' };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Payment send={() => Promise.reject(new ProviderApiError({ ...payload, source: 'VOLUME' }, 403))} />
    </QueryClientProvider>,
  );
  type(await open(), '12.50');
  sendIt();
  const password = await screen.findByLabelText('Password');
  sendIt();
  expect(description(password)).toBe('Password is required');
  expect(document.activeElement).toBe(password);
  type(password, 'quiet');
  expect(description(password)).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Use a code' }));
  const code = await screen.findByLabelText('Code from your authenticator app');
  expect(description(code)).toBe('');
  sendIt();
  expect(description(code)).toBe('Code is required');
  vi.unstubAllGlobals();
});
