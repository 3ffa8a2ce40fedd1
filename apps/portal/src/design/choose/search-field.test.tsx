import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function renderField(value = '') {
  const search = vi.fn<(text: string) => void>();
  const view = render(<SearchField label="Search pay-ins" value={value} onSearch={search} shortcut="/" />);
  const field = screen.getByLabelText<HTMLInputElement>('Search pay-ins');
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  const again = (next: string) =>
    view.rerender(<SearchField label="Search pay-ins" value={next} onSearch={search} shortcut="/" />);
  return { search, field, type, again };
}

const pass = (milliseconds: number): void => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};

test('searches once when typing pauses, for exactly what was typed', () => {
  const { search, type } = renderField();
  type('h');
  pass(200);
  type('hughes ');
  pass(299);
  expect(search).not.toHaveBeenCalled();
  pass(1);
  expect(search).toHaveBeenCalledExactlyOnceWith('hughes ');
});

test('treats spaces as an empty search', () => {
  const { search, type } = renderField('hughes');
  type('  ');
  pass(300);
  expect(search).toHaveBeenCalledExactlyOnceWith('');
});

test('searches immediately on Enter and not again after the pause', () => {
  const { search, type, field, again } = renderField();
  type('hughes');
  fireEvent.keyDown(field, { key: 'Enter' });
  again('hughes');
  pass(1000);
  expect(search).toHaveBeenCalledExactlyOnceWith('hughes');
});

test('searches for nothing immediately when cleared or on Escape', () => {
  const { search, field } = renderField('hughes');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(search).toHaveBeenLastCalledWith('');
  expect(field.value).toBe('');
});

test('shows a search that was changed elsewhere, and keeps typed letters when an older search arrives late', () => {
  const { field, type, again } = renderField('one');
  again('two');
  expect(field.value).toBe('two');
  type('two three ');
  again('two three');
  expect(field.value).toBe('two three ');
});

test('keeps letters typed before the address is updated, and shows a later change from elsewhere', () => {
  const { field, type, again, search } = renderField();
  type('one');
  pass(300);
  type('one two');
  again('one');
  expect(field.value).toBe('one two');
  pass(300);
  expect(search).toHaveBeenLastCalledWith('one two');
  again('one two');
  again('');
  expect(field.value).toBe('');
});

test('focuses on its shortcut, but not while the user types', () => {
  const { field } = renderField();
  const other = document.body.appendChild(document.createElement('textarea'));
  fireEvent.keyDown(other, { key: '/' });
  expect(document.activeElement).not.toBe(field);
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(field);
  other.remove();
});
