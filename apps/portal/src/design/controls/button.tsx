import { type ComponentProps, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './control-classes.ts';
import { LinkButton } from './link-button.tsx';
import { usePageAction } from './page-actions.tsx';
import { isInTooltip, TooltipBubble } from '#design/overlay/tooltip-bubble.tsx';

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  /** The action is in progress: the button keeps its width and ignores clicks. */
  busy?: boolean | undefined;
  /** Why it is disabled; also announced to screen readers. */
  disabledReason?: string | undefined;
  /** Renders a link with the same look. */
  href?: string | undefined;
  /** The single key that presses it. */
  shortcut?: string | undefined;
};

const ringClass = 'turn size-4 rounded-full border-2 border-current border-r-transparent forced:border-r-[Canvas]';

/** Ignores clicks while `busy`, so that a double click sends one request. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'm', icon, busy, disabledReason, href, shortcut, ...rest } = props;
  const reasonId = useId();
  const ref = usePageAction({ shortcut, disabledReason, ref: rest.ref });
  const { listeners, bubble } = useTooltip(disabledReason, rest);
  const isOff = disabledReason !== undefined;
  const isBusy = busy === true;
  if (href !== undefined && !isOff) {
    const { className, children, title, onClick } = rest;
    return (
      <LinkButton
        {...{ variant, size, icon, href, className, children, title }}
        label={rest['aria-label']}
        onClick={onClick}
      />
    );
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff || isBusy) event.preventDefault();
    else rest.onClick?.(event);
  };
  // Rendered at the same place with and without a reason, because a remounted button loses the focus.
  return (
    <>
      <button
        type="button"
        {...rest}
        ref={ref}
        {...listeners}
        className={`${buttonClass(variant, size, isOff)} ${rest.className ?? ''}`}
        onClick={press}
        aria-disabled={isOff || isBusy ? true : rest['aria-disabled']}
        aria-busy={isBusy ? true : undefined}
        aria-describedby={isOff ? reasonId : rest['aria-describedby']}
      >
        <span className={`inline-flex items-center justify-center gap-[7px] ${isBusy ? 'opacity-0' : ''}`}>
          {icon}
          {rest.children}
        </span>
        {isBusy && (
          <span className="absolute inset-0 grid place-items-center" aria-hidden="true">
            <span className={ringClass} />
          </span>
        )}
      </button>
      {isOff && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
      {bubble}
    </>
  );
}

type Listeners = Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;

/**
 * A tooltip on hover and focus; none while `label` is undefined. It must not be the only place for its text. It uses
 * the button's own listeners instead of a wrapper, which would remount the button, and lose the focus, when a label
 * appears.
 */
function useTooltip(label: string | undefined, own: Listeners): { listeners: Listeners; bubble: ReactNode } {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = (button: HTMLElement) => {
    if (label !== undefined) setAnchor(button);
  };
  const close = () => setAnchor(null);
  const listeners: Listeners = {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') open(event.currentTarget);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      if (!isInTooltip(event.relatedTarget)) close();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      open(event.currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      close();
    },
  };
  const isShown = anchor !== null && label !== undefined;
  return { listeners, bubble: isShown && <TooltipBubble {...{ anchor, label }} onClose={close} /> };
}
