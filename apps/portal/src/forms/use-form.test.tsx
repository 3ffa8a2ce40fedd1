import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { TextField, type TextFieldProps } from '#design/controls/text-field.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { optionalText, requiredText } from './typed.ts';
import { useForm } from './use-form.ts';

const draw = vi.fn<(label: string) => void>();
afterEach(() => {
  cleanup();
  draw.mockReset();
});

function CountedField(props: TextFieldProps) {
  draw(props.label);
  return <TextField {...props} />;
}

const schema = z.object({
  name: requiredText(z.string().check(z.minLength(1, 'is required')), 'Name'),
  city: optionalText(z.string().check(z.maxLength(5))),
  note: optionalText(z.string()),
});

function Address({ send }: { send: (body: unknown) => Promise<unknown> }) {
  const write = useWrite(send, () => undefined);
  const form = useForm({ schema, values: { name: '', city: '', note: '' }, write });
  return (
    <form {...form.element}>
      <CountedField label="Name" {...form.text('name')} />
      <CountedField label="City" {...form.text('city')} />
      <CountedField label="Note" {...form.text('note')} />
      <button type="submit">Save {form.value('name')}</button>
    </form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('typing into a field does not rerender other fields', async () => {
  render(<Address send={() => Promise.resolve()} />);
  // The first letter marks a field as dirty.
  await userEvent.type(field('City'), 'L');
  await userEvent.type(field('Note'), 'a');
  draw.mockReset();
  await userEvent.type(field('Note'), ' long note to the bank');
  await userEvent.type(field('City'), 'eeds');
  expect(draw).not.toHaveBeenCalled();
  expect([field('Note').value, field('City').value]).toEqual(['a long note to the bank', 'Leeds']);
});

test('a component that shows a field’s value updates with each letter', async () => {
  render(<Address send={() => Promise.resolve()} />);
  await userEvent.type(field('Name'), 'Zoë');
  expect(screen.queryByRole('button', { name: 'Save Zoë' })).not.toBeNull();
});

test('an error appears and disappears without rerendering anything else for each letter', async () => {
  const sent: unknown[] = [];
  render(<Address send={async (body) => sent.push(body)} />);
  await userEvent.type(field('City'), 'London');
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('Name is required');
  expect(screen.queryByText('Use 5 characters or fewer (currently 6).')).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  await userEvent.type(field('City'), '{Backspace}');
  await waitFor(() => expect(screen.queryByText(/characters or fewer/)).toBeNull());
  expect(screen.queryByText('Name is required')).not.toBeNull();
  await userEvent.type(field('Name'), 'Zoë');
  await waitFor(() => expect(screen.queryByText('Name is required')).toBeNull());
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(sent).toEqual([{ name: 'Zoë', city: 'Londo', note: null }]));
});
