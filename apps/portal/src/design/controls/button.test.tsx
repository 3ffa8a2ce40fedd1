import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

test('keeps its name while busy and ignores clicks', async () => {
  const press = vi.fn<() => void>();
  render(
    <Button busy onClick={press}>
      Refund £12.50
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Refund £12.50' });
  await userEvent.dblClick(button);
  expect(press).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('does not submit its form again while busy, not even on Enter', async () => {
  const submit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Sum" />
      <Button type="submit" busy={busy}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  await userEvent.type(screen.getByLabelText('Sum'), '{Enter}');
  expect(submit).toHaveBeenCalledTimes(1);
  rerender(form(true));
  await userEvent.type(screen.getByLabelText('Sum'), '{Enter}');
  await userEvent.click(screen.getByRole('button'));
  expect(submit).toHaveBeenCalledTimes(1);
});

test('shows why it is disabled', async () => {
  const press = vi.fn<() => void>();
  render(
    <Button disabledReason="Refunds need the Editor role" onClick={press}>
      Refund…
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Refund…', description: 'Refunds need the Editor role' });
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
});

test('the reason stays while the pointer is on it, and closes when the pointer leaves or on Escape', async () => {
  render(<Button disabledReason="Refunds need the Editor role">Refund…</Button>);
  const button = screen.getByRole('button');
  const bubble = () => document.querySelector('.bubble');
  await userEvent.hover(button);
  const shown = bubble();
  if (!shown) throw new Error('There is no tooltip.');
  fireEvent.pointerOut(button, { relatedTarget: shown });
  expect(bubble()).toBe(shown);
  fireEvent.pointerOut(shown, { relatedTarget: button });
  expect(bubble()).toBe(shown);
  fireEvent.pointerOut(shown, { relatedTarget: document.body });
  expect(bubble()).toBeNull();
  await userEvent.hover(button);
  expect(bubble()).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(bubble()).toBeNull();
});

test('keeps the focus when its disabled reason appears and disappears', () => {
  const { rerender } = render(<Button>Refund…</Button>);
  const button = screen.getByRole('button', { name: 'Refund…' });
  button.focus();
  rerender(<Button disabledReason="A refund is on its way">Refund…</Button>);
  expect(document.activeElement).toBe(button);
  expect(screen.getByRole('button', { description: 'A refund is on its way' })).toBe(button);
  rerender(<Button>Refund…</Button>);
  expect(document.activeElement).toBe(button);
});

test('renders a link when it has an href', () => {
  render(<Button href="/about">About</Button>);
  expect(screen.getByRole('link', { name: 'About' }).getAttribute('href')).toBe('/about');
});

test('a field announces its error and hint', () => {
  render(<TextField label="Email" hint="Work address" error="Email address is required" />);
  const field = screen.getByRole('textbox', { name: 'Email', description: 'Work address Email address is required' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
