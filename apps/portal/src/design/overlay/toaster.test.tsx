import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(cleanup);

test('messages sent before the toaster has loaded are shown once it has', async () => {
  toast.good('Payout is on its way', 'Reference 2611');
  render(<Toaster />);
  await screen.findByText('Payout is on its way');
  expect(screen.queryByText('Reference 2611')).not.toBeNull();
});

test('later messages are shown too', async () => {
  render(<Toaster />);
  toast.bad('There was an error fetching merchants, please sign in again.');
  const words = await screen.findByText('There was an error fetching merchants, please sign in again.');
  expect(words.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
});

test('a toast is 356 px wide, at most three are visible, and each disappears after 4000 ms (§9)', async () => {
  render(<Toaster />);
  const said = performance.now();
  for (const word of ['one', 'two', 'three', 'four']) toast.good(word);
  await screen.findByText('four');
  const stack = document.querySelector<HTMLElement>('[data-sonner-toaster]');
  expect(stack?.style.getPropertyValue('--width')).toBe('356px');
  expect(stack?.style.getPropertyValue('--gap')).toBe('14px');
  await vi.waitFor(() => expect(document.querySelectorAll('[data-sonner-toast][data-visible="true"]')).toHaveLength(3));
  await vi.waitFor(() => expect(screen.queryByText('four')).toBeNull(), { timeout: 8000 });
  expect(performance.now() - said).toBeGreaterThan(3_990);
});

test('toasts are inside an open modal dialog, because everything outside of it is inert, and outlive it', async () => {
  const page = (isOpen: boolean) => (
    <>
      <Toaster />
      <Dialog isOpen={isOpen} onClose={() => undefined} title="Refund">
        <input aria-label="Amount" />
      </Dialog>
    </>
  );
  const { rerender } = render(page(true));
  toast.good('Copied');
  const message = await screen.findByText('Copied');
  expect(screen.getByRole('dialog', { name: 'Refund' }).contains(message)).toBe(true);
  rerender(page(false));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Copied')).toBe(message);
});
