import { useRef, useState, type ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from '#design/controls/control-classes.ts';
import { openerProps, useOverlay } from './use-overlay.ts';

export type PopoverContent<Data = unknown> = ReactNode | ((close: () => void, data: Data) => ReactNode);

interface PopoverButtonProps<Data> {
  /** What the button shows. */
  children: ReactNode;
  /** Names the button when it shows no words. */
  label?: string | undefined;
  /** Names what opens. */
  title: string;
  content: PopoverContent<Data>;
  /** Loads what the content needs, together with the panel's own code; it reaches `content` as its second argument. */
  load?: (() => Promise<Data>) | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the place of the button look. */
  className?: string | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

const loadPanel = () => import('#design/overlay/panels/popover-panel.tsx').then((module) => module.PopoverPanel);

/**
 * A button that opens a panel. The button is there at once; the panel's code comes with the first hover, focus or
 * click, and a click that comes before it is kept: the panel opens when it has arrived.
 */
export function PopoverButton<Data = undefined>(props: PopoverButtonProps<Data>) {
  const {
    children,
    label,
    title,
    content,
    variant = 'secondary',
    size = 'm',
    className,
    align = 'start',
    side = 'bottom',
  } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const change = (open: boolean) => {
    setIsOpen(open);
    props.onOpenChange?.(open);
  };
  const loadAll = async () => {
    const [Panel, data] = await Promise.all([loadPanel(), props.load?.()]);
    return { Panel, data: data as Data };
  };
  const close = () => change(false);
  const loaded = useOverlay(loadAll, { isOpen, onClose: close });
  const { part } = loaded;
  return (
    <>
      <button
        ref={button}
        className={className ?? buttonClass(variant, size)}
        aria-label={label}
        {...openerProps({ isOpen }, loaded, change)}
      >
        {children}
      </button>
      {part !== null && (
        <part.Panel isOpen={isOpen} onClose={close} button={button} title={title} align={align} side={side}>
          {typeof content === 'function' ? content(close, part.data) : content}
        </part.Panel>
      )}
    </>
  );
}
