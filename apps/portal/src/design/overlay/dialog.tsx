import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useOverlay } from './use-overlay.ts';

/** A dialog whose code is loaded when it first opens, and stands in the page from then on. */
export function lazyDialog<Props extends { isOpen: boolean; onClose: () => void }>(
  importDialog: () => Promise<ComponentType<Props>>,
) {
  return function LazyDialog(props: Props) {
    const { part: Loaded, load } = useOverlay(importDialog, props);
    useEffect(() => {
      if (props.isOpen) load();
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once each time it opens
    }, [props.isOpen]);
    return Loaded === null ? null : <Loaded {...props} />;
  };
}

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons; the action last, named with its sum. */
  footer?: ReactNode;
  size?: 'm' | 'l' | undefined;
  /** False while an answer is awaited: neither Esc nor a press outside closes it then. */
  canClose?: boolean | undefined;
}

/** A question in front of the page. Its code is loaded when it first opens; focus goes back where it came from. */
export const Dialog = lazyDialog<DialogProps>(() =>
  import('#design/overlay/panels/dialog-panel.tsx').then((module) => module.DialogPanel),
);
