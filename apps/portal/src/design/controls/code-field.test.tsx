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

test('the sixth digit completes the code, once', async () => {
  const done = vi.fn<(code: string) => void>();
  render(<Held onComplete={done} />);
  await userEvent.type(screen.getByLabelText('Code'), '12345');
  expect(done).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Code'), '67');
  expect(done).toHaveBeenCalledExactlyOnceWith('123456');
});

test('a pasted code may have spaces and dashes', async () => {
  const done = vi.fn<(code: string) => void>();
  render(<Held onComplete={done} />);
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.paste(' 123-456 ');
  expect(done).toHaveBeenCalledExactlyOnceWith('123456');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '123456');
});

test('the same code completes again after it was changed', async () => {
  const done = vi.fn<(code: string) => void>();
  render(<Held onComplete={done} />);
  await userEvent.type(screen.getByLabelText('Code'), '123456{Backspace}6');
  expect(done).toHaveBeenCalledTimes(2);
});

test('it says to browsers that it is a one-time code of digits', () => {
  render(<Held onComplete={() => undefined} />);
  const field = screen.getByLabelText('Code');
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(field.getAttribute('inputmode')).toBe('numeric');
});

test('a recovery code keeps its letters and is never sent by itself', async () => {
  const done = vi.fn<(code: string) => void>();
  render(<Held onComplete={done} mode="recovery" />);
  await userEvent.type(screen.getByLabelText('Code'), 'k4f9-22aa');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', 'k4f9-22aa');
  expect(done).not.toHaveBeenCalled();
});
