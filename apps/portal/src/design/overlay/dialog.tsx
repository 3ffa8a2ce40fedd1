import type { ReactNode } from 'react';
import { lazyDialog } from './lazy-dialog.tsx';

export type DialogProps = {
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
};

/** A question in front of the page. Its code is loaded when it first opens; focus goes back where it came from. */
export const Dialog = lazyDialog<DialogProps>(() =>
  import('#design/late/dialog-panel.tsx').then((module) => module.DialogPanel),
);
