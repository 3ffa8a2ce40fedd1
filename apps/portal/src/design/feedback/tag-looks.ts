import { titleCase } from '#design/text/format-text.ts';

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

interface Look {
  label: string;
  tone: Tone;
  hollow?: boolean;
}

/** The label and tone of a state. One that only a newer API knows is calm, by the label rule (contract §1). */
export const lookOf = <State extends string>(looks: Readonly<Record<State, Look>>, state: State): Look =>
  Object.hasOwn(looks, state) ? looks[state] : { label: titleCase(state), tone: 'calm' };
