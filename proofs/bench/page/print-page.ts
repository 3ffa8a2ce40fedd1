import { missedActs, missedClicks, missedLoads, missedPresses } from './bounds.ts';
import type { Line } from './drive-page.ts';
import type { ActFigures } from './measure-acted.ts';
import type { ClickFigures } from './measure-clicks.ts';
import type { LoadFigures, Start } from './measure-load.ts';
import type { RowFigures } from './measure-rows.ts';
import type { Series } from './series.ts';

const starts: Record<Start, string> = { elsewhere: "From another site's page", 'new tab': 'From a new tab' };
const conditions: Record<Line, string> = {
  fast: 'the machine’s own line and CPU',
  slow: 'a quarter of the CPU, 150 ms, 1.6 Mbit/s',
};
const lines: Line[] = ['fast', 'slow'];

/**
 * One table for each network and start: figures until `works`, and those that followed without user action.
 */
export function printLoads(names: string[], loads: Series<LoadFigures>): void {
  const [bareName = ''] = names;
  for (const start of Object.keys(starts) as Start[])
    for (const line of lines) {
      const bare = loads.median(`${bareName}, ${line}, ${start}`);
      console.log(`\n${starts[start]}, ${line} (${conditions[line]}); × the bare React table`);
      console.table(
        Object.fromEntries(names.map((name) => [name, loadRow(loads.median(`${name}, ${line}, ${start}`), bare)])),
      );
    }
}

function loadRow(seen: LoadFigures, bare: LoadFigures): Record<string, string | number> {
  return {
    'visible ms': withRatio(seen.visible, bare.visible),
    'works ms': withRatio(seen.works, bare.works),
    'alive ms': withRatio(seen.alive, bare.alive),
    'TBT ms': Math.round(seen.tbt),
    'CPU ms': withRatio(seen.cpu, bare.cpu),
    requests: seen.requests,
    'JS kB': inKB(seen.jsBytes),
    CLS: seen.shift.toFixed(3),
    'idle: requests': seen.requestsIdle,
    'JS kB, idle': inKB(seen.jsBytesIdle),
    'TBT ms, idle': Math.round(seen.tbtIdle),
  };
}

export function printActs(acts: Series<ActFigures>): void {
  console.log('\nA filter chosen as early as possible: from navigation to the frame with its rows');
  const rows = lines.flatMap((line) => {
    const bare = acts.median(`bare, ${line}`).acted;
    const row = (who: string) => ({ 'acted ms': withRatio(acts.median(`${who}, ${line}`).acted, bare) });
    return [
      [`bare React, ${line}`, row('bare')],
      [`portal, ${line}`, row('portal')],
    ] as const;
  });
  console.table(Object.fromEntries(rows));
}

export function printClicks(clicks: Series<ClickFigures>): void {
  console.log('\nA click in the running app, after it was idle: from the click to the frame with the target’s data');
  const rows = lines.flatMap((line) => {
    const bare = clicks.median(`bare, ${line}`);
    const row = (seen: ClickFigures) => ({
      'home → list, ms': withRatio(seen.homeToList, bare.homeToList),
      'list → detail, ms': withRatio(seen.listToDetail, bare.listToDetail),
    });
    return [
      [`bare React, ${line}`, row(bare)],
      [`portal, ${line}`, row(clicks.median(`portal, ${line}`))],
    ] as const;
  });
  console.table(Object.fromEntries(rows));
}

export function printRows(presses: Series<RowFigures>): void {
  console.log('\nA hundred rows on a page: selected, walked, filtered and searched');
  const rows = lines.map((line) => {
    const { nodes, inp } = presses.median(line);
    return [line, { 'INP ms': Math.round(inp), elements: nodes }] as const;
  });
  console.table(Object.fromEntries(rows));
}

interface AllFigures {
  loads: Series<LoadFigures>;
  acts: Series<ActFigures>;
  clicks: Series<ClickFigures>;
  presses: Series<RowFigures>;
}

/** Prints the missed bounds; returns true when there is none. */
export function printMissed(names: string[], { loads, acts, clicks, presses }: AllFigures): boolean {
  const byLine = (name: string): Record<Line, LoadFigures> => ({
    fast: loads.median(`${name}, fast, elsewhere`),
    slow: loads.median(`${name}, slow, elsewhere`),
  });
  const actsOf = (who: string): Record<Line, ActFigures> => ({
    fast: acts.median(`${who}, fast`),
    slow: acts.median(`${who}, slow`),
  });
  const clicksOf = (who: string): Record<Line, ClickFigures> => ({
    fast: clicks.median(`${who}, fast`),
    slow: clicks.median(`${who}, slow`),
  });
  const [bareName = '', ...ours] = names;
  const missed = [
    ...ours.flatMap((name) => missedLoads(name, byLine(name), byLine(bareName))),
    ...missedActs(actsOf('portal'), actsOf('bare')),
    ...missedClicks(clicksOf('portal'), clicksOf('bare')),
    ...missedPresses({ fast: presses.median('fast'), slow: presses.median('slow') }),
  ];
  console.log(
    missed.length === 0 ? '\nEvery bound is kept.' : `\n${missed.length} bounds missed:\n${missed.join('\n')}`,
  );
  return missed.length === 0;
}

const withRatio = (value: number, limit: number): string => `${Math.round(value)} (${(value / limit).toFixed(2)} ×)`;
const inKB = (bytes: number): string => (bytes / 1000).toFixed(1);
