import type { CDPSession } from '@playwright/test';
import { type Control, evaluate, press, pressEscape, type Reports, rest } from './drive-page.ts';
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
/** Milliseconds in which the page may report it; a later report is too late anyway. */
const patience = 150;

/**
 * Presses the controls one after the other until each has done its whole work within 100 ms, and returns the time of
 * the first of these presses in milliseconds since navigation. Throws after 90 seconds.
 */
export async function findAlive(
  session: CDPSession,
  presses: readonly Press[],
  reports: Reports,
  pause: number,
): Promise<number> {
  const end = performance.now() + 90_000;
  while (performance.now() < end) {
    const since = await pressAll(session, presses, reports);
    if (since !== undefined) return since;
    await rest(pause);
  }
  throw new Error('The controls of the page did not work within 100 ms of a press.');
}

async function pressAll(session: CDPSession, presses: readonly Press[], reports: Reports): Promise<number | undefined> {
  let since: number | undefined;
  for (const [at, one] of presses.entries()) {
    const changed = reports.next(`press ${at}`, patience);
    const isThere = await press(session, one.control);
    const seen = isThere ? await changed : undefined;
    if (isThere) await undo(session, one);
    if (seen?.took === undefined || seen.took > atOnce) return undefined;
    since ??= seen.at;
  }
  return since;
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
