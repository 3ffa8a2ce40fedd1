import type { ReactNode } from 'react';

interface TextLinkProps {
  href: string;
  children: ReactNode;
  tone?: 'act' | 'soft' | undefined;
}

export function TextLink({ href, children, tone = 'act' }: TextLinkProps) {
  const toneClass = tone === 'act' ? 'text-act font-medium hover:underline' : 'text-ink-3 underline';
  return (
    <a href={href} className={`${toneClass} underline-offset-2`}>
      {children}
    </a>
  );
}
