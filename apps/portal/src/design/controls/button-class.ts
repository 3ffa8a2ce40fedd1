export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 's' | 'm' | 'l';

const shapeClass =
  'relative inline-flex items-center justify-center gap-[7px] rounded border font-medium whitespace-nowrap select-none no-underline ' +
  'transition-colors duration-100';

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'border-ink bg-ink text-paper hover:bg-ink-2 hover:border-ink-2',
  secondary: 'border-line-2 bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'border-line-2 bg-surface text-bad hover:bg-bad-soft',
};

const sizeClasses: Record<ButtonSize, string> = {
  s: 'h-7 px-[9px] text-label',
  m: 'h-[34px] px-[13px] text-m',
  l: 'h-10 px-4 text-m',
};

/** The look of a button, for what must be a link or a trigger and look like one. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, isOff = false): string {
  const paddingClass = variant === 'quiet' && size === 'm' ? 'px-2' : '';
  return `${shapeClass} ${sizeClasses[size]} ${paddingClass} ${variantClasses[variant]} ${isOff ? 'opacity-55' : ''}`;
}
