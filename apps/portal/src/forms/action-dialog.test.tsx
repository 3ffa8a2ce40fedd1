import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { ProviderApiError } from '#platform/errors.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { FormDialog } from './action-dialog.tsx';
import { AmountField } from './amount-field.tsx';
import { optionalText, typedAmount } from './typed.ts';
import { useForm } from './use-form.ts';

afterEach(cleanup);

const schema = z.object({
  amount: typedAmount({ most: 5000, tooMuch: 'Only £50.00 is left.' }),
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
      >
        <AmountField label="Amount" currency="GBP" {...form.text('amount')} />
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
const refuse = (errorMessage: string, source = 'VOLUME') => {
  const payload = { statusCode: 400, statusName: 'BAD_REQUEST', errorMessage, traceId: 'abc', source };
  return () => Promise.reject(new ProviderApiError(payload, 400));
};

test('a form sent with faults says them all, goes to the first, and forgets each as soon as it is mended', async () => {
  const sent: Body[] = [];
  render(<Payment send={async (body) => sent.push(body)} />);
  const amount = await open();
  type(amount, '50.01');
  type(reference(), 'RETURN');
  expect(screen.queryByText('Only £50.00 is left.')).toBeNull();
  sendIt();
  await screen.findByText('Only £50.00 is left.');
  expect(screen.getByText('Use 5 characters or fewer (currently 6).')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(amount));
  type(amount, '49.99');
  await waitFor(() => expect(screen.queryByText('Only £50.00 is left.')).toBeNull());
  type(reference(), '');
  sendIt();
  await waitFor(() => expect(sent).toEqual([{ amount: 4999, reference: null }]));
});

test('what was typed outlives Esc, its faults do not', async () => {
  render(<Payment send={() => Promise.resolve()} />);
  type(await open(), 'ten');
  sendIt();
  await screen.findByText('Enter an amount such as 12.50.');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await open()).value).toBe('ten');
  expect(screen.queryByText('Enter an amount such as 12.50.')).toBeNull();
});

test('once it went through, the form begins again', async () => {
  render(<Payment send={() => Promise.resolve()} />);
  type(await open(), '10');
  sendIt();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await open()).value).toBe('');
});

test('a refusal that names a field stands beside it, with the focus; every other stands in the dialog', async () => {
  const view = render(<Payment send={refuse('reference must not be that of another payment')} />);
  type(await open(), '10');
  sendIt();
  await screen.findByText('The reference must not be that of another payment.');
  expect(reference().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(reference()));
  expect(screen.queryByText(/Not paid/)).toBeNull();
  view.rerender(<Payment send={refuse('amount is over the limit', 'MODULR')} />);
  sendIt();
  await screen.findByText(/Modulr refused. Not paid/);
  expect(screen.getByRole('alert').textContent).toContain('amount is over the limit');
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBeNull();
  expect(reference().getAttribute('aria-invalid')).toBeNull();
});
