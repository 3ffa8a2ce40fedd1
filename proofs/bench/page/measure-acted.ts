import type { Browser, CDPSession } from '@playwright/test';
import { type Control, evaluate, type Line, press, rest, slowDown, subscribeToReports } from './drive-page.ts';
import { pauses } from './find-alive.ts';
import { prepare, viewport } from './measure-load.ts';
import type { BenchAct } from './pages.ts';
import { watchFor } from './watch-page.ts';

export interface ActFigures {
  /** Milliseconds from navigation until the rows are those of a filter that was chosen as early as possible; Infinity after 90 s. */
  acted: number;
}

/** Measures one cold load in a fresh context. */
export async function measureActed(browser: Browser, bench: BenchAct, line: Line): Promise<ActFigures> {
  const { url, rows, state } = bench;
  const context = await browser.newContext({ viewport, ...(state ? { storageState: state } : {}) });
  try {
    const page = await context.newPage();
    await page.goto('data:text/html,elsewhere');
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (line === 'slow') await slowDown(session);
    await prepare(page);
    // The filter can lead to another page, so the time counts from the first.
    await page.addInitScript(watchFor, [
      { name: 'begun', selector: 'html', count: 1 },
      { name: 'acted', ...rows },
    ]);
    const reports = await subscribeToReports(session);
    await page.goto(url, { waitUntil: 'commit' });
    const acted = reports.first('acted').catch(() => null);
    await act(session, bench, acted, pauses[line]);
    const [begun, seen] = [await reports.first('begun'), await acted];
    return { acted: seen ? seen.origin + seen.at - begun.origin : Infinity };
  } finally {
    await context.close();
  }
}

/** Milliseconds in which a press can lead to the next step. After that, an earlier step is pressed again. */
const patience = 300;

/** Presses each step as soon as it is there, and types into the field that has the focus. */
async function act(
  session: CDPSession,
  { steps, typed }: Pick<BenchAct, 'steps' | 'typed'>,
  end: Promise<unknown>,
  pause: number,
): Promise<void> {
  let isOver = false;
  const stop = (): void => void (isOver = true);
  end.then(stop, stop);
  let pressed = { step: -1, at: 0 };
  while (!isOver) {
    if (typed !== undefined && (await isEmptyField(session))) await session.send('Input.insertText', { text: typed });
    const isLost = performance.now() - pressed.at > patience;
    const next = await pressLast(session, steps, isLost ? 0 : pressed.step + 1);
    if (next >= 0) pressed = { step: next, at: performance.now() };
    await rest(pause);
  }
  await end;
}

/** Presses the last step that is there, from the step `first` on. Returns which, -1 for none. */
async function pressLast(session: CDPSession, steps: readonly Control[], first: number): Promise<number> {
  for (let at = steps.length - 1; at >= first; at -= 1) {
    const step = steps[at];
    if (step && (await press(session, step))) return at;
  }
  return -1;
}

const isEmptyField = (session: CDPSession): Promise<boolean | undefined> =>
  evaluate(session, `document.activeElement?.matches('input') && document.activeElement.value === ''`);
