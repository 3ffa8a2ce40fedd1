import type { MouseEventHandler, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './control-classes.ts';

interface LinkButtonProps {
  href: string;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  /** Names a link that shows an icon alone. */
  label?: string | undefined;
  className?: string | undefined;
  title?: string | undefined;
  onClick?: MouseEventHandler | undefined;
  children?: ReactNode;
}

/** A way to another page with the look of a button: a real link, so it opens in tabs and can be copied. */
export function LinkButton({
  href,
  variant = 'secondary',
  size = 'm',
  icon,
  label,
  className,
  ...rest
}: LinkButtonProps) {
  return (
    <a
      href={href}
      className={`${buttonClass(variant, size)} ${className ?? ''}`}
      aria-label={label}
      title={rest.title}
      onClick={rest.onClick}
    >
      {icon}
      {rest.children}
    </a>
  );
}
