import type { CDPSession } from '@playwright/test';
import { type Control, evaluate, type Line, press, pressEscape, type Reports, rest } from './drive-page.ts';
import type { Change } from './watch-page.ts';

/** A control, and what a press of it changes. What a press has opened is closed with Escape. */
export interface Press {
  control: Control;
  changes: Change;
  /** The control whose press makes another press of `control` change something again. */
  undo?: Control;
}

/** Milliseconds in which a press must have done its whole work. */
const atOnce = 100;
/** Milliseconds after which a press counts as lost, and the controls are pressed again from the first. */
const patience: Record<Line, number> = { fast: 250, slow: 500 };
/** Milliseconds between presses: frequent enough to measure the time, rare enough to cost the page little. */
export const pauses: Record<Line, number> = { fast: 25, slow: 100 };

/**
 * Presses the controls one after the other until each has done its whole work within 100 ms, and returns the time of
 * the first of these presses in milliseconds since navigation; Infinity when that never holds within 20 seconds.
 * `onWorking` is called once, when each has done its work at all, with the time of the first press.
 */
export async function findAlive(
  session: CDPSession,
  { presses, line }: { presses: readonly Press[]; line: Line },
  reports: Reports,
  onWorking: (since: number) => Promise<void>,
): Promise<number> {
  const end = performance.now() + 20_000;
  let isWorking = false;
  while (performance.now() < end) {
    const seen = await pressAll(session, presses, reports, patience[line]);
    if (seen && !isWorking) await onWorking(seen.since);
    isWorking ||= seen !== undefined;
    if (seen && seen.slowest <= atOnce) return seen.since;
    await rest(pauses[line]);
  }
  if (!isWorking) await onWorking(Infinity);
  return Infinity;
}

/** The time of the first press, and how long the slowest took; undefined when one was lost. */
async function pressAll(
  session: CDPSession,
  presses: readonly Press[],
  reports: Reports,
  limit: number,
): Promise<{ since: number; slowest: number } | undefined> {
  const [since, took]: [number[], number[]] = [[], []];
  for (const [at, one] of presses.entries()) {
    const changed = reports.next(`press ${at}`, limit);
    const isThere = await press(session, one.control);
    const seen = isThere ? await changed : undefined;
    // Also when the control is not there: an earlier press may have replaced it, late, by the one that undoes it.
    await undo(session, one);
    if (seen?.took === undefined) return undefined;
    since.push(seen.at);
    took.push(seen.took);
  }
  return { since: since[0] ?? 0, slowest: Math.max(...took) };
}

async function undo(session: CDPSession, { changes: { selector, attribute }, undo: control }: Press): Promise<void> {
  if (control) await press(session, control);
  if (attribute !== undefined) return;
  const isOpen = `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.checkVisibility())`;
  for (let tries = 0; tries < 20 && (await evaluate<boolean>(session, isOpen)); tries += 1) {
    await pressEscape(session);
    await rest(25);
  }
}
