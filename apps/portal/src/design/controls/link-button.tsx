import type { MouseEventHandler, ReactNode } from 'react';
import { usePageAction } from './page-actions.tsx';
import { buttonClass, type ButtonSize, type ButtonVariant } from './control-classes.ts';

interface LinkButtonProps {
  href: string;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  /** The accessible name of a link that shows only an icon. */
  label?: string | undefined;
  className?: string | undefined;
  title?: string | undefined;
  onClick?: MouseEventHandler | undefined;
  children?: ReactNode;
}

export function LinkButton({
  href,
  variant = 'secondary',
  size = 'm',
  icon,
  label,
  className,
  ...rest
}: LinkButtonProps) {
  const ref = usePageAction<HTMLAnchorElement>({});
  return (
    <a
      ref={ref}
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
