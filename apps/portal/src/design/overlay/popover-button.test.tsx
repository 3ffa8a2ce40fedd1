import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { PopoverButton } from './popover-button.tsx';

afterEach(cleanup);

const button = () => screen.getByRole('button', { name: 'Status' });

test('opens with the first click', () => {
  render(
    <PopoverButton title="Status filter" content={<p>Choices</p>}>
      Status
    </PopoverButton>,
  );
  fireEvent.click(button());
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('dialog', { name: 'Status filter' }).textContent).toContain('Choices');
});

test('the first click is kept while the content loads; a second one cancels it', async () => {
  let arrive = (_text: string): void => undefined;
  const arrived = new Promise<string>((resolve) => (arrive = resolve));
  render(
    <PopoverButton title="Status filter" load={() => arrived} content={(_close, text: string) => <p>{text}</p>}>
      Status
    </PopoverButton>,
  );
  // One click and nothing before it: no hover or focus has begun to load anything.
  fireEvent.click(button());
  expect(button().getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(button());
  expect(button().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button());
  arrive('Choices');
  expect((await screen.findByRole('dialog', { name: 'Status filter' })).textContent).toContain('Choices');
});

test('Escape closes it and the focus returns to the button', async () => {
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

test('the content can close the popover', async () => {
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
