import { useState } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CodeField } from './code-field.tsx';

afterEach(cleanup);

function Held({ onComplete, mode }: { onComplete: (code: string) => void; mode?: 'digits' | 'recovery' }) {
  const [code, setCode] = useState('');
  return <CodeField label="Code" value={code} onChange={setCode} onComplete={onComplete} mode={mode} />;
}

test('completes the code once, with the sixth digit', async () => {
  const done = vi.fn<(code: string) => void>();
  render(<Held onComplete={done} />);
  await userEvent.type(screen.getByLabelText('Code'), '12345');
  expect(done).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Code'), '67');
  expect(done).toHaveBeenCalledExactlyOnceWith('123456');
});

test('accepts spaces and dashes in a pasted code', async () => {
  const done = vi.fn<(code: string) => void>();
  render(<Held onComplete={done} />);
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.paste(' 123-456 ');
  expect(done).toHaveBeenCalledExactlyOnceWith('123456');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '123456');
});

test('completes the same code again after a change', async () => {
  const done = vi.fn<(code: string) => void>();
  render(<Held onComplete={done} />);
  await userEvent.type(screen.getByLabelText('Code'), '123456{Backspace}6');
  expect(done).toHaveBeenCalledTimes(2);
});

test('marks the field as a numeric one-time code for browsers', () => {
  render(<Held onComplete={() => undefined} />);
  const field = screen.getByLabelText('Code');
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(field.getAttribute('inputmode')).toBe('numeric');
});

test('keeps the letters of a recovery code and never sends it by itself', async () => {
  const done = vi.fn<(code: string) => void>();
  render(<Held onComplete={done} mode="recovery" />);
  await userEvent.type(screen.getByLabelText('Code'), 'k4f9-22aa');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', 'k4f9-22aa');
  expect(done).not.toHaveBeenCalled();
});
