export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'severe';
export type ButtonSize = 's' | 'm' | 'l';

const shapeClass =
  'relative inline-flex items-center justify-center gap-[7px] rounded border font-medium whitespace-nowrap select-none no-underline ' +
  'transition-colors duration-100 print:hidden';

/** Forced colours drop backgrounds, so a filled button would look like any other. */
const filledInForcedColours =
  'forced:[forced-color-adjust:none] forced:border-[ButtonText] forced:bg-[ButtonText] forced:text-[ButtonFace]';

const variantClasses: Record<ButtonVariant, string> = {
  primary: `border-ink bg-ink text-paper hover:bg-ink-2 hover:border-ink-2 ${filledInForcedColours}`,
  secondary: 'border-line-2 bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'border-line-2 bg-surface text-bad hover:bg-bad-soft',
  // Only for an action that stops a whole merchant.
  severe: `border-bad bg-bad text-paper hover:bg-bad/90 ${filledInForcedColours}`,
};

const sizeClasses: Record<ButtonSize, string> = {
  s: 'h-7 px-[9px] text-label',
  m: 'h-[34px] px-[13px] text-m',
  l: 'h-10 px-4 text-m',
};

/** The classes of a button, for links and triggers that look like one. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, isOff = false): string {
  const paddingClass = variant === 'quiet' && size === 'm' ? 'px-2' : '';
  return `${shapeClass} ${sizeClasses[size]} ${paddingClass} ${variantClasses[variant]} ${isOff ? 'opacity-55' : ''}`;
}

/** The classes of all text inputs. 16 px on phones, so that iOS does not zoom the page. */
export const fieldClass =
  'w-full rounded border border-line-2 bg-surface text-ink text-[14.5px] phone:text-[16px] h-10 px-3 placeholder:text-ink-3 ' +
  'focus:outline-2 focus:outline-act focus:-outline-offset-1 aria-invalid:border-bad read-only:bg-sunken disabled:opacity-55';
