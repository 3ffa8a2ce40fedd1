import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { PopoverButton } from './popover-button.tsx';

afterEach(cleanup);

const button = () => screen.getByRole('button', { name: 'Status' });

test('the first click is not lost while the panel’s code is on its way', async () => {
  render(
    <PopoverButton title="Status filter" content={<p>Choices</p>}>
      Status
    </PopoverButton>,
  );
  // One click and nothing before it: no hover or focus has begun to load anything.
  fireEvent.click(button());
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await screen.findByRole('dialog', { name: 'Status filter' })).textContent).toContain('Choices');
});

test('a second click before the code has come closes again', async () => {
  render(
    <PopoverButton title="Status filter" content={<p>Choices</p>}>
      Status
    </PopoverButton>,
  );
  fireEvent.click(button());
  fireEvent.click(button());
  expect(button().getAttribute('aria-expanded')).toBe('false');
});

test('Escape closes it and the focus goes back to the button', async () => {
  render(
    <PopoverButton title="Status filter" content={<button type="button">Inside</button>}>
      Status
    </PopoverButton>,
  );
  await userEvent.click(button());
  await screen.findByRole('dialog');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Inside'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

test('the content can close what it stands in', async () => {
  render(
    <PopoverButton
      title="Status filter"
      content={(close) => (
        <button type="button" onClick={close}>
          Apply
        </button>
      )}
    >
      Status
    </PopoverButton>,
  );
  await userEvent.click(button());
  await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
