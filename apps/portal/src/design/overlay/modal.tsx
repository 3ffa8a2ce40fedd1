import { type MouseEvent, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useKeptFocus } from './keep-focus.ts';
import { focusFirst, OverlayHost } from './overlay-host.ts';
import { raiseToasts } from './toast.ts';
import { useOpenOverlay } from './use-overlay.ts';

interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The id of the element that names it. */
  labelId: string;
  descriptionId?: string | undefined;
  className: string;
  size?: string | undefined;
  side?: string | undefined;
  canClose?: boolean | undefined;
  children: ReactNode;
}

/** The browser's own modal dialog, which makes the rest of the page inert. Escape and a click outside close it. */
export function Modal({ isOpen, ...props }: ModalProps) {
  return isOpen && <OpenModal {...props} />;
}

function OpenModal({ onClose, canClose = true, labelId, descriptionId, ...props }: Omit<ModalProps, 'isOpen'>) {
  const { className, size, side, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const host = useContext(OverlayHost);
  const startedOutside = useRef(false);
  useOpenOverlay(true);
  useKeptFocus(true);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    keepPageWidth();
    element.showModal();
    focusFirst(element);
    raiseToasts();
    return () => {
      // Closed before it is removed: only then does the browser give the focus back.
      element.close();
      raiseToasts();
    };
  }, []);
  // Selecting text can end outside the dialog, a click that closes an open popover must not close the dialog too, and
  // the second half of a double click belongs to the button that opened the dialog.
  const noteStart = ({ target, currentTarget }: MouseEvent) => {
    startedOutside.current = target === currentTarget && currentTarget.querySelector('[popover=auto]') === null;
  };
  const closeOutside = ({ target, currentTarget, detail }: MouseEvent) => {
    if (target === currentTarget && startedOutside.current && detail < 2 && canClose) onClose();
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={dialog}
      aria-labelledby={labelId}
      aria-describedby={descriptionId}
      tabIndex={-1}
      className={className}
      data-size={size}
      data-side={side}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (canClose) onClose();
      }}
      // A browser closes at the second Escape although its cancelling was prevented.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !canClose) event.preventDefault();
      }}
      onPointerDown={noteStart}
      onClick={closeOutside}
    >
      <OverlayHost value={dialog}>{children}</OverlayHost>
    </dialog>,
    host?.current ?? document.body,
  );
}

/** Stores the width of the scroll bar for float.css, because the page has none while a modal dialog is open. */
function keepPageWidth(): void {
  const { style, offsetWidth } = document.documentElement;
  if (document.querySelector('dialog[open]') === null)
    style.setProperty('--scroll-bar', `${innerWidth - offsetWidth}px`);
}
