import type { Line } from './drive-page.ts';
import type { ClickFigures } from './measure-clicks.ts';
import type { LoadFigures } from './measure-load.ts';
import type { RowFigures } from './measure-rows.ts';

/** A maximum: a multiple of the bare React table's figure, or an absolute value. */
interface Bound<Figures> {
  of: keyof Figures;
  words: string;
  line: Line;
  times?: number;
  most?: number;
}

const kB = 1000;
const signInBudget = 125 * kB;

/** Bounds for every page (quality, Speed of the portal), loaded from a page of another site. */
const loadBounds: Bound<LoadFigures>[] = [
  { of: 'visible', words: 'visible, ms', line: 'fast', times: 0.8 },
  { of: 'visible', words: 'visible, ms', line: 'slow', times: 0.6 },
  { of: 'alive', words: 'alive, ms', line: 'fast', times: 1.6 },
  { of: 'alive', words: 'alive, ms', line: 'slow', times: 1.7 },
  { of: 'tbt', words: 'TBT, ms', line: 'fast', times: 1 },
  { of: 'tbt', words: 'TBT, ms', line: 'slow', most: 250 },
  { of: 'cpu', words: 'CPU, ms', line: 'fast', times: 1.8 },
  { of: 'cpu', words: 'CPU, ms', line: 'slow', times: 1.8 },
  { of: 'requests', words: 'requests', line: 'fast', most: 14 },
  { of: 'requests', words: 'requests', line: 'slow', most: 14 },
  { of: 'jsBytes', words: 'bytes of JavaScript', line: 'slow', most: 160 * kB },
  { of: 'shift', words: 'CLS', line: 'fast', most: 0 },
  { of: 'shift', words: 'CLS', line: 'slow', most: 0 },
];

const clickBounds: Bound<ClickFigures>[] = (['fast', 'slow'] as const).flatMap((line) => [
  { of: 'homeToList', words: 'click home → list, ms', line, times: 1.5 },
  { of: 'listToDetail', words: 'click list → detail, ms', line, times: 1.5 },
]);

/** Bounds for a hundred rows (quality, Speed of the portal). */
const rowBounds: Bound<RowFigures>[] = [
  { of: 'inp', words: 'INP, ms', line: 'fast', most: 50 },
  { of: 'inp', words: 'INP, ms', line: 'slow', most: 100 },
];

type ByLine<Figures> = Record<Line, Figures>;

/** One line per missed bound of a page. */
export function missedLoads(name: string, seen: ByLine<LoadFigures>, bare: ByLine<LoadFigures>): string[] {
  const budgets = loadBounds.map((bound) =>
    bound.of === 'jsBytes' && name === 'sign-in' ? { ...bound, most: signInBudget } : bound,
  );
  return missed(budgets, name, seen, bare);
}

export const missedClicks = (seen: ByLine<ClickFigures>, bare: ByLine<ClickFigures>): string[] =>
  missed(clickBounds, 'portal', seen, bare);

export const missedPresses = (seen: ByLine<RowFigures>): string[] => missed(rowBounds, 'a hundred rows', seen, seen);

function missed<Figures extends object>(
  bounds: Bound<Figures>[],
  name: string,
  seen: ByLine<Figures>,
  bare: ByLine<Figures>,
): string[] {
  return bounds.flatMap(({ of, words, line, times, most }) => {
    const value = Number(seen[line][of]);
    const limit = times === undefined ? Number(most) : times * Number(bare[line][of]);
    if (value <= limit) return [];
    const why = times === undefined ? '' : `, ${times} × bare`;
    const round = (figure: number): string => figure.toFixed(of === 'shift' ? 3 : 0);
    return [`${name}, ${line}: ${words} ${round(value)}, at most ${round(limit)}${why}`];
  });
}
