export type Tone = 'ok' | 'move' | 'held' | 'bad' | 'calm';

export const toneClasses: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  move: 'bg-move-soft text-move',
  held: 'bg-held-soft text-held',
  bad: 'bg-bad-soft text-bad',
  calm: 'bg-calm-soft text-calm',
};

/** The dot is drawn as a border, because forced colours keep borders and drop backgrounds. */
export const dotClass = (isHollow = false): string => (isHollow ? 'border-[1.5px]' : 'border-[3px]');
