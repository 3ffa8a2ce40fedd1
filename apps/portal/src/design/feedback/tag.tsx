import type { ReactNode } from 'react';

export type Tone = 'ok' | 'move' | 'held' | 'bad' | 'calm';

const toneClasses: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  move: 'bg-move-soft text-move',
  held: 'bg-held-soft text-held',
  bad: 'bg-bad-soft text-bad',
  calm: 'bg-calm-soft text-calm',
};

interface TagProps {
  tone: Tone;
  /** An open dot: on its way there, not there yet. */ hollow?: boolean | undefined;
  children: ReactNode;
}

/** A state: a dot and a word, never a colour alone. */
export function Tag({ tone, hollow, children }: TagProps) {
  // The dot is all border, because forced colours keep borders and drop backgrounds.
  const dotClass = hollow === true ? 'border-[1.5px]' : 'border-[3px]';
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-[10px] py-px pr-[9px] pl-2 text-label font-medium whitespace-nowrap ${toneClasses[tone]}`}
    >
      <span aria-hidden="true" className={`size-1.5 shrink-0 rounded-full border-current ${dotClass}`} />
      {children}
    </span>
  );
}
