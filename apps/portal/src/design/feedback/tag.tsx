import type { ReactNode } from 'react';
import { dotClass, type Tone, toneClasses } from './tag-looks.ts';

interface TagProps {
  tone: Tone;
  /** An open dot: the state has not been reached yet. */
  hollow?: boolean | undefined;
  children: ReactNode;
}

/** A state as a dot and a word, never only a colour. */
export function Tag({ tone, hollow, children }: TagProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-[10px] py-px pr-[9px] pl-2 text-label font-medium whitespace-nowrap ${toneClasses[tone]}`}
    >
      <span aria-hidden="true" className={`size-1.5 shrink-0 rounded-full border-current ${dotClass(hollow)}`} />
      {children}
    </span>
  );
}
