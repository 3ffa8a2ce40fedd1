import type { ReactNode } from 'react';

interface TextLinkProps {
  href: string;
  children: ReactNode;
  tone?: 'act' | 'soft' | undefined;
  /** Runs before the link is followed. */
  onClick?: (() => void) | undefined;
}

export function TextLink({ href, children, tone = 'act', onClick }: TextLinkProps) {
  const toneClass = tone === 'act' ? 'text-act font-medium hover:underline' : 'text-ink-3 underline';
  return (
    <a href={href} className={`${toneClass} underline-offset-2`} onClick={onClick}>
      {children}
    </a>
  );
}
