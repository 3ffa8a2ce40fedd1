import { initialsOf } from '#design/text/format-text.ts';

interface InitialsProps {
  name: string;
  /** 'mark' for a company, 'face' for a person, 'bank' for a bank as pay pages show it. */
  look?: 'mark' | 'face' | 'bank' | undefined;
  /** By default the initials of the name. */
  letters?: string | undefined;
}

const lookClasses = {
  mark: 'rounded-medium bg-ink text-paper',
  face: 'rounded-full bg-act-soft text-act',
  bank: 'rounded-medium bg-sunken text-ink-2',
};

export function Initials({ name, look = 'mark', letters }: InitialsProps) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center text-[11px] font-strong ${lookClasses[look]}`}
    >
      {letters ?? initialsOf(name)}
    </span>
  );
}
