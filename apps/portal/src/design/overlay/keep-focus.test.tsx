import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { keepFocusAfterPresses } from './keep-focus.ts';

afterEach(cleanup);

/** A button that its press removes, in a part of the page. */
function Part({ tag: Tag, role }: { tag: 'section' | 'form' | 'div'; role?: string | undefined }) {
  const [isOn, setIsOn] = useState(true);
  return (
    <main id="main">
      <Tag role={role} aria-label="Filters">
        {isOn && (
          <button type="button" onClick={() => setIsOn(false)}>
            Clear all
          </button>
        )}
        <button type="button">Columns</button>
      </Tag>
    </main>
  );
}

test.each([
  ['section', undefined, 'region'],
  ['form', undefined, 'form'],
  ['div', 'group', 'group'],
] as const)('when a press removes its button, the %s around it gets the focus', async (tag, role, found) => {
  keepFocusAfterPresses();
  render(<Part {...{ tag, role }} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(document.body);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(found, { name: 'Filters' })));
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Columns');
});

test('on another page the focus is left to that page', async () => {
  vi.useFakeTimers();
  keepFocusAfterPresses();
  render(<Part tag="section" />);
  const button = screen.getByRole('button', { name: 'Clear all' });
  button.focus();
  fireEvent.click(button);
  window.history.pushState(null, '', '/other');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(document.activeElement).toBe(document.body);
  window.history.replaceState(null, '', '/');
  vi.useRealTimers();
});
