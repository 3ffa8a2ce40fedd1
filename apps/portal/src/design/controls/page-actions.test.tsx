import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Segmented } from '#design/choose/segmented.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { Button } from './button.tsx';
import { PageActions, pageActions } from './page-actions.tsx';

afterEach(cleanup);

const listed = () => pageActions().map(({ element }) => element.getAttribute('aria-label') ?? element.textContent);

test('every kind of control among the page’s actions is registered, in the page’s order, until it is removed', () => {
  const controls = (canExport: boolean) => (
    <PageActions>
      {canExport && <Button shortcut="e">Export</Button>}
      <Button href="/receipt">Receipt</Button>
      <PopoverButton title="Columns" content={null}>
        Columns
      </PopoverButton>
      <MenuButton label="More" entries={[]}>
        …
      </MenuButton>
      <Segmented label="Period" options={[{ value: '7', label: '7 d' }]} value="7" onChange={() => undefined} />
    </PageActions>
  );
  const { rerender, unmount } = render(controls(false));
  rerender(controls(true));
  expect(listed()).toEqual(['Export', 'Receipt', 'Columns', 'More', '7 d']);
  expect(pageActions()[0]).toMatchObject({ shortcut: 'e', isUnlisted: false });
  rerender(controls(false));
  expect(listed()).toEqual(['Receipt', 'Columns', 'More', '7 d']);
  unmount();
  expect(listed()).toEqual([]);
});

test('an action knows why it is disabled, also after that changed', () => {
  const control = (disabledReason?: string) => (
    <PageActions>
      <Button {...{ disabledReason }}>Refund</Button>
    </PageActions>
  );
  const { rerender } = render(control());
  rerender(control('Nothing is left to refund'));
  expect(pageActions()).toMatchObject([{ disabledReason: 'Nothing is left to refund' }]);
});

test('a dialog opened by an action adds no actions, and other buttons only have their key', () => {
  render(
    <>
      <PageActions>
        <Button>Add bank</Button>
        <Dialog isOpen onClose={() => undefined} title="Add a bank" footer={<Button shortcut="n">Add</Button>}>
          <Button>Choose</Button>
        </Dialog>
      </PageActions>
      <Button shortcut="n">New link</Button>
      <Button>Filter</Button>
    </>,
  );
  screen.getByRole('button', { name: 'Choose' });
  expect(pageActions().map(({ element, isUnlisted }) => [element.textContent, isUnlisted])).toEqual([
    ['Add bank', false],
    ['New link', true],
  ]);
});
