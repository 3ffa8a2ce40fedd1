import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('copies the text and confirms it', async () => {
  const user = userEvent.setup();
  render(<CopyButton text="5f0c2a1e">Copy id</CopyButton>);
  await user.click(screen.getByRole('button', { name: 'Copy id' }));
  expect(await navigator.clipboard.readText()).toBe('5f0c2a1e');
  expect(screen.getByRole('status').textContent).toBe('Copied');
});

test('reports when the browser refuses', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  render(<CopyButton text="5f0c2a1e" label="Copy trace" />);
  await user.click(screen.getByRole('button', { name: 'Copy trace' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copying is not allowed here'));
});
