import { initialsOf } from '#design/text/format-text.ts';

interface InitialsProps {
  name: string;
  /** 'mark' for a company, 'face' for a person. */
  look?: 'mark' | 'face' | undefined;
}

export function Initials({ name, look = 'mark' }: InitialsProps) {
  const shapeClass = look === 'mark' ? 'rounded-medium bg-ink text-paper' : 'rounded-full bg-act-soft text-act';
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center text-[11px] font-strong ${shapeClass}`}
    >
      {initialsOf(name)}
    </span>
  );
}
