import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '#design/icon.tsx';
import Check from 'lucide/dist/esm/icons/check.mjs';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import { Button } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './control-classes.ts';

interface CopyButtonProps {
  text: string;
  /** The button's text; without it the button is an icon with `label` as its name. */
  children?: ReactNode;
  label?: string | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
}

/** Copies a text and shows “Copied” for two seconds, also to screen readers; reports failures. */
export function CopyButton({ text, children, label = 'Copy', variant = 'secondary', size = 'm' }: CopyButtonProps) {
  const [status, setStatus] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const showStatus = (message: string) => {
    setStatus(message);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setStatus(''), 2000);
  };
  const copy = () => {
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => showStatus('Copied'),
      () => showStatus('Copying is not allowed here'),
    );
  };
  const isCopied = status === 'Copied';
  const squareClass = children === undefined ? 'w-7 !px-0' : '';
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={isCopied ? <Icon of={Check} className="text-ok" /> : <Icon of={Copy} />}
        aria-label={children === undefined ? label : undefined}
        title={status === '' ? undefined : status}
        className={squareClass}
        onClick={copy}
      >
        {children}
      </Button>
      <span role="status" className="sr-only">
        {status}
      </span>
    </>
  );
}
