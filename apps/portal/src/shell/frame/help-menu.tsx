import CircleHelp from 'lucide-react/icons/circle-help';
import { useState } from 'react';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { useHas } from '#platform/calls/capabilities.ts';

/** Our own API serves its reference; another provider's may not. */
const ownApi = { method: 'GET', path: 'capabilities', origin: 'ours' } as const;

const loadEntries = () => import('./help-entries.ts').then((module) => module.helpEntries);

/** Help, wherever one is. What stands in it comes when it is wanted. */
export function HelpMenu({ isFolded }: { isFolded: boolean }) {
  const [isWanted, setIsWanted] = useState(false);
  const { part: toEntries, want } = useLazy(loadEntries);
  const asked = isWanted ? ownApi : undefined;
  const hasDocs = useHas([asked])(asked) === true;
  return (
    <MenuButton
      label="Help"
      align="start"
      side="top"
      onWant={() => {
        setIsWanted(true);
        want();
      }}
      entries={toEntries?.(isWanted && hasDocs) ?? []}
      className={`flex h-8 w-full items-center gap-2.5 rounded-medium px-2 text-ink-2 hover:bg-hover phone:h-11 ${isFolded ? 'justify-center' : ''}`}
    >
      <CircleHelp aria-hidden="true" className="text-ink-3" />
      {!isFolded && <span>Help</span>}
    </MenuButton>
  );
}
