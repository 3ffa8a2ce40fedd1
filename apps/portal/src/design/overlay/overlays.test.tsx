import { useState } from 'react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { MenuButton } from './menu-button.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';
import { openerProps, useOverlay } from './use-overlay.ts';

afterEach(cleanup);

function Refund({ canClose }: { canClose: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Refund…
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Refund" canClose={canClose}>
        <input aria-label="Amount" />
      </Dialog>
    </>
  );
}

test('a dialog has its name, takes the focus and returns it', async () => {
  render(<Refund canClose />);
  await userEvent.click(screen.getByRole('button', { name: 'Refund…' }));
  await screen.findByRole('dialog', { name: 'Refund' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Refund…'));
});

test('the second half of a double click does not close the dialog that the first half opened; a new click outside does', async () => {
  render(<Refund canClose />);
  await userEvent.click(screen.getByRole('button', { name: 'Refund…' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog, { detail: 2 });
  expect(screen.queryByRole('dialog')).not.toBeNull();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog, { detail: 1 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape does not close a dialog that waits for a response', async () => {
  render(<Refund canClose={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Refund…' }));
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeNull();
});

function renderMenu() {
  const refund = vi.fn<() => void>();
  const cancel = vi.fn<() => void>();
  render(
    <MenuButton
      label="Actions"
      entries={[
        { id: 'refund', label: 'Refund…', onSelect: refund },
        { id: 'open', label: 'Open', href: '#open' },
        { id: 'cancel', label: 'Cancel', onSelect: cancel, disabledReason: 'Already settled' },
      ]}
    >
      …
    </MenuButton>,
  );
  return { refund, cancel, button: screen.getByRole('button', { name: 'Actions' }) };
}

test('the first click on a menu is not lost while its code loads', async () => {
  const { button, refund } = renderMenu();
  fireEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
  expect(refund).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('an arrow key opens a menu; its pages are links; disabled entries say why', async () => {
  const { button, cancel } = renderMenu();
  button.focus();
  await userEvent.keyboard('{ArrowDown}');
  await screen.findByRole('menu', { name: 'Actions' });
  expect(screen.getByRole('menuitem', { name: 'Open' }).getAttribute('href')).toBe('#open');
  const off = screen.getByRole('menuitem', { name: /Cancel.*Already settled/ });
  expect(off.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(off);
  expect(cancel).not.toHaveBeenCalled();
});

test('a menu opens with all its entries, so that nothing moves under a key', async () => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const leave = vi.fn<() => void>();
  function You() {
    const [hasChoices, setHasChoices] = useState(false);
    return (
      <MenuButton
        label="You"
        loadEntries={() => arrived.then(() => setHasChoices(true))}
        entries={[
          ...(hasChoices ? [{ id: 'dark', label: 'Dark' }] : []),
          { id: 'out', label: 'Sign out', onSelect: leave },
        ]}
      >
        You
      </MenuButton>
    );
  }
  render(<You />);
  await userEvent.click(screen.getByRole('button', { name: 'You' }));
  expect(screen.queryByRole('menu')).toBeNull();
  arrive();
  await screen.findByRole('menuitem', { name: 'Dark' });
  await waitFor(() => expect(document.activeElement?.closest('[role="menu"]')).not.toBeNull());
  await userEvent.keyboard('{End}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sign out'));
  await userEvent.keyboard('{Enter}');
  expect(leave).toHaveBeenCalledOnce();
});

function Notes() {
  const [notes, setNotes] = useState(['first', 'second']);
  const [asked, setAsked] = useState('');
  const remove = () => {
    setAsked('');
    // As after a response: the list is fetched again a little later.
    setTimeout(() => setNotes(notes.filter((note) => note !== asked)), 300);
  };
  return (
    <section aria-label="Notes">
      {notes.map((note) => (
        <button key={note} type="button" onClick={() => setAsked(note)}>
          Delete {note}
        </button>
      ))}
      <Dialog isOpen={asked !== ''} onClose={() => setAsked('')} title="Delete?">
        <button type="button" onClick={remove}>
          Delete it
        </button>
      </Dialog>
    </section>
  );
}

test('when the action of a dialog removes its opener, the focus stays in that part of the page', async () => {
  render(<Notes />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete first' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete it' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete first' })).toBeNull());
  const part = screen.getByRole('region', { name: 'Notes' });
  await waitFor(() => expect(document.activeElement).toBe(part));
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Delete second');
  expect(part.hasAttribute('tabindex')).toBe(false);
});

/** An opener whose code fails to load every time. */
function Broken({ load }: { load: () => Promise<never> }) {
  const [isOpen, setIsOpen] = useState(false);
  const lazy = useOverlay(load, { isOpen, onClose: () => setIsOpen(false) });
  return <button {...openerProps({ isOpen, isLoading: isOpen }, lazy.load, setIsOpen)}>Details</button>;
}

test('code that fails to load is not reported to a user who has left its page', async () => {
  const loads: (() => void)[] = [];
  const load = () => new Promise<never>((_, reject) => loads.push(() => reject(new Error('offline'))));
  render(<Toaster />);
  const page = render(<Broken load={load} />);
  await userEvent.click(page.getByRole('button', { name: 'Details' }));
  page.unmount();
  for (const reject of loads) reject();
  await Promise.resolve();
  toast.good('afterwards');
  await screen.findByText('afterwards');
  expect(screen.queryByText('This could not be loaded.')).toBeNull();
});

test('code that fails to load is reported once to a user who clicked, and not to one who only hovered', async () => {
  const loads: (() => void)[] = [];
  const load = () => new Promise<never>((_, reject) => loads.push(() => reject(new Error('offline'))));
  render(
    <>
      <Toaster />
      <Broken load={load} />
    </>,
  );
  // Toasts are shown in their order: once this one is there, so is each before it.
  const reported = async (marker: string) => {
    for (const reject of loads.splice(0)) reject();
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
    toast.good(marker);
    await screen.findByText(marker);
    return screen.queryAllByText('This could not be loaded.').length;
  };
  const button = screen.getByRole('button', { name: 'Details' });
  await userEvent.hover(button);
  await waitFor(() => expect(loads).toHaveLength(1));
  expect(await reported('after the hover')).toBe(0);
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(await reported('after the click')).toBe(1);
});
