import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from '#design/controls/control-classes.ts';
import { usePageAction } from '#design/controls/page-actions.tsx';
import { Popover } from './popover.tsx';
import { openerProps, useOverlay } from './use-overlay.ts';

export type PopoverContent<Data = unknown> = ReactNode | ((close: () => void, data: Data) => ReactNode);

interface PopoverButtonProps<Data> {
  /** The content of the button. */
  children: ReactNode;
  /** The accessible name of a button without words. */
  label?: string | undefined;
  /** The accessible name of the panel. */
  title: string;
  content: PopoverContent<Data>;
  /** Loads the data of the content, which receives it as its second argument. */
  load?: (() => Promise<Data>) | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Replaces the button look. */
  className?: string | undefined;
  align?: 'start' | 'end' | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  /** Opens as soon as the button is mounted. */
  isOpenAtFirst?: boolean | undefined;
  /** The single key that presses it. */
  shortcut?: string | undefined;
}

/**
 * A button that opens a panel. The panel's content can load on the first hover, focus or click: after a click the panel opens as
 * soon as it has loaded.
 */
export function PopoverButton<Data = undefined>(props: PopoverButtonProps<Data>) {
  const { children, label, title, content, variant = 'secondary', size = 'm', className, align = 'start' } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ref = usePageAction({ ref: button, shortcut: props.shortcut });
  const change = (open: boolean) => {
    setIsOpen(open);
    props.onOpenChange?.(open);
  };
  const close = () => change(false);
  useLayoutEffect(() => {
    if (props.isOpenAtFirst === true) change(true);
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, on mount
  }, []);
  const { load: loadContent } = props;
  // Wrapped, because the loaded value can be undefined.
  const importContent = async () => ({ data: (await loadContent?.()) as Data });
  const { part: loaded, load } = useOverlay(importContent, { isOpen, onClose: close, canWait: false });
  const id = useId();
  const isReady = loaded !== null || loadContent === undefined;
  return (
    <>
      <button
        ref={ref}
        className={className ?? buttonClass(variant, size)}
        aria-label={label}
        aria-keyshortcuts={props.shortcut}
        popoverTarget={isOpen ? id : undefined}
        {...openerProps({ isOpen, isLoading: isOpen && !isReady }, load, change)}
      >
        {children}
      </button>
      {isReady && (
        <Popover {...{ id, isOpen, button, align }} side="bottom" onClose={close} label={title}>
          {typeof content === 'function' ? content(close, loaded?.data as Data) : content}
        </Popover>
      )}
    </>
  );
}
