import { Fragment, type ReactNode } from 'react';
import { Switch } from '#design/choose/switch.tsx';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { setPreference, usePreferences } from '#platform/preferences.ts';
import { openPlaces } from '#shell/frame/nav-items.ts';

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { keys } = usePreferences();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      size="l"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid grid-cols-2 gap-x-10 gap-y-5 phone:grid-cols-1">
        <Keys title="Anywhere" lines={anywhere} />
        <Keys title="Go to" lines={openPlaces().map(({ label, key }) => [['g', key], label])} />
        <Keys title="In a list" lines={inList} />
        <Keys title="On a payment" lines={onPayment} />
      </div>
      <Switch
        label="Single keys"
        detail="When off, only Ctrl K or ⌘ K works. They never apply while you type."
        isOn={keys}
        onChange={(isOn) => setPreference('keys', isOn)}
      />
    </Dialog>
  );
}

type Line = readonly [keys: readonly string[], what: string];

const anywhere: readonly Line[] = [
  [['Ctrl', 'K'], 'Find a payment, a page or an action'],
  [['/'], 'Search this page'],
  [['e'], 'Export'],
  [['n'], 'Create'],
  [['v'], 'Hide or show personal details'],
  [['?'], 'This list'],
];
const inList: readonly Line[] = [
  [['f'], 'Add a filter'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['u'], 'Show what is hidden in it'],
  [['x'], 'Select the row'],
  [['Esc'], 'Clear the selection'],
];
const onPayment: readonly Line[] = [
  [['['], 'Previous payment'],
  [[']'], 'Next payment'],
];

function Keys({ title, lines }: { title: string; lines: readonly Line[] }): ReactNode {
  return (
    <section>
      <h3 className="m-0 mb-1.5 text-s font-regular text-ink-3">{title}</h3>
      <dl className="m-0 grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1.5">
        {lines.map(([keys, what]) => (
          <Fragment key={what}>
            <dt className="flex min-w-14 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="m-0">{what}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
