import { useEffect, type ReactNode } from 'react';
import { useOverlay } from './use-overlay.ts';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons; the action last, named with its sum. */
  footer?: ReactNode;
  size?: 'm' | 'l' | undefined;
  /** False while an answer is awaited: neither Esc nor a press outside closes it then. */
  canClose?: boolean | undefined;
};

const loadPanel = () => import('#design/late/dialog-panel.tsx').then((module) => module.DialogPanel);

/** A question in front of the page. Its code is loaded when it first opens; focus goes back where it came from. */
export function Dialog(props: DialogProps) {
  const { part: Panel, want } = useOverlay(loadPanel, props);
  useEffect(() => {
    if (props.isOpen) want();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once each time it opens
  }, [props.isOpen]);
  return Panel === null ? null : <Panel {...props} />;
}
