import { useEffect, type ReactNode } from 'react';
import { useOverlay } from './use-overlay.ts';

export interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** Names it; not shown. */
  title: string;
  side?: 'left' | 'right' | undefined;
  children: ReactNode;
}

const loadPanel = () => import('#design/overlay/panels/sheet-panel.tsx').then((module) => module.SheetPanel);

/** A panel from the side: the navigation on a phone, details beside a list. Loaded when it first opens. */
export function Sheet(props: SheetProps) {
  const { part: Panel, load } = useOverlay(loadPanel, props);
  useEffect(() => {
    if (props.isOpen) load();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once each time it opens
  }, [props.isOpen]);
  return Panel === null ? null : <Panel {...props} />;
}
