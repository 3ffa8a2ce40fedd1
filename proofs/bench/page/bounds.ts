import type { Line } from './drive-page.ts';
import type { ActFigures } from './measure-acted.ts';
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

/** Bounds by page (quality, Speed of the portal), loaded from a page of another site. */
const loadBounds: Record<string, Bound<LoadFigures>[]> = {
  list: [
    { of: 'visible', words: 'visible, ms', line: 'fast', times: 1 },
    { of: 'visible', words: 'visible, ms', line: 'slow', times: 0.6 },
    ...aliveWithin(1.6, 1.5),
    { of: 'cpu', words: 'CPU, ms', line: 'fast', times: 2 },
    { of: 'cpu', words: 'CPU, ms', line: 'slow', times: 2 },
    { of: 'tbt', words: 'TBT, ms', line: 'slow', most: 250 },
    ...loadsWithin(12, 140 * kB),
  ],
  'sign-in': [...aliveWithin(1.3, 1.3), ...loadsWithin(12, 140 * kB)],
};
const otherPages: Bound<LoadFigures>[] = [...aliveWithin(2, 1.8), ...loadsWithin(14, 170 * kB)];

/** The page is alive after these multiples of the bare table's time. */
function aliveWithin(fast: number, slow: number): Bound<LoadFigures>[] {
  return [
    { of: 'alive', words: 'alive, ms', line: 'fast', times: fast },
    { of: 'alive', words: 'alive, ms', line: 'slow', times: slow },
  ];
}

function loadsWithin(requests: number, bytes: number): Bound<LoadFigures>[] {
  const ofLine = (line: Line): Bound<LoadFigures>[] => [
    { of: 'requests', words: 'requests', line, most: requests },
    { of: 'jsBytes', words: 'bytes of JavaScript', line, most: bytes },
    { of: 'shift', words: 'CLS', line, most: 0 },
  ];
  return [...ofLine('fast'), ...ofLine('slow')];
}

const actBounds: Bound<ActFigures>[] = [
  { of: 'acted', words: 'acted, ms', line: 'fast', times: 2.5 },
  { of: 'acted', words: 'acted, ms', line: 'slow', times: 1.8 },
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
export const missedLoads = (name: string, seen: ByLine<LoadFigures>, bare: ByLine<LoadFigures>): string[] =>
  missed(loadBounds[name] ?? otherPages, name, seen, bare);

export const missedActs = (seen: ByLine<ActFigures>, bare: ByLine<ActFigures>): string[] =>
  missed(actBounds, 'a filter', seen, bare);

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
