import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { useTooltip } from '#design/overlay/use-tooltip.tsx';
import { buttonClass, type ButtonSize, type ButtonVariant } from './control-classes.ts';
import { LinkButton } from './link-button.tsx';

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  /** The action is under way: the button keeps its width and takes no second click. */
  busy?: boolean | undefined;
  /** Why it cannot be pressed now; said to eyes and to screen readers. */
  disabledReason?: string | undefined;
  /** Makes it a link with the same look. */
  href?: string | undefined;
};

const ringClass = 'turn size-4 rounded-full border-2 border-current border-r-transparent forced:border-r-[Canvas]';

/** An action. The words name it; while `busy` it ignores clicks, so that a double click sends one request. */
export function Button({ variant = 'secondary', size = 'm', icon, busy, disabledReason, href, ...rest }: ButtonProps) {
  const reasonId = useId();
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
  // One place for the button, with a reason or without: it would lose the focus by moving.
  return (
    <>
      <button
        type="button"
        {...rest}
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
