import { type KeyboardEvent, type ReactNode, type RefObject, type ToggleEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useKeptFocus } from './keep-focus.ts';
import { focusFirst, OverlayHost } from './overlay-host.ts';
import { placeBeside } from './place-beside.ts';
import { useOpenOverlay } from './use-overlay.ts';

export interface PopoverProps {
  /** The button's `popovertarget`, so that the browser does not take a click on the button for one outside. */
  id: string;
  isOpen: boolean;
  onClose: () => void;
  button: RefObject<HTMLElement | null>;
  label: string;
  align: 'start' | 'end';
  side: 'top' | 'bottom';
  role?: 'dialog' | 'menu' | undefined;
  className?: string | undefined;
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  children: ReactNode;
}

/**
 * A panel next to its button, by the browser's own popover: Escape, Tab and a click outside close it. The focus moves into it,
 * and back to the button when it closes.
 */
export function Popover({ isOpen, ...props }: PopoverProps) {
  return isOpen && <OpenPopover {...props} />;
}

function OpenPopover(props: Omit<PopoverProps, 'isOpen'>) {
  const { id, onClose, button, label, align, side, role = 'dialog', className = '', onKeyDown, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  useOpenOverlay(true, role);
  useKeptFocus(true, button);
  useLayoutEffect(() => {
    const [element, opener] = [panel.current, button.current];
    if (!element || !opener) return undefined;
    placeBeside(element, opener);
    element.showPopover({ source: opener });
    // A menu opened by a pointer highlights nothing yet.
    const item = opener.matches(':focus-visible') && element.querySelector<HTMLElement>('[role^=menuitem]');
    if (item) item.focus();
    else focusFirst(element);
    return () => {
      const hadFocus = element.contains(document.activeElement) || document.activeElement === document.body;
      element.hidePopover();
      if (hadFocus) opener.focus({ preventScroll: true });
    };
  }, [button]);
  const isOutside = (target: EventTarget | null): boolean =>
    target instanceof Node && panel.current?.contains(target) === false && button.current?.contains(target) === false;
  // Inside a landmark, for screen readers: the main part, or the dialog that contains the button.
  const place = button.current?.closest('dialog, [popover], main, nav') ?? document.body;
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is a property
    <div
      ref={panel}
      id={id}
      popover="auto"
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={`float-panel ${className}`}
      data-side={side}
      data-align={align}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (isOutside(relatedTarget)) onClose();
      }}
      onToggle={({ newState, target, currentTarget }: ToggleEvent<HTMLElement>) => {
        if (newState === 'closed' && target === currentTarget) onClose();
      }}
    >
      <OverlayHost value={panel}>{children}</OverlayHost>
    </div>,
    place,
  );
}
