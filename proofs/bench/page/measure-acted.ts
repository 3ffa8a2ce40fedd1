import type { Browser, CDPSession } from '@playwright/test';
import { type Control, evaluate, type Line, press, rest, slowDown, subscribeToReports } from './drive-page.ts';
import { pauses, prepare, viewport } from './measure-load.ts';
import type { BenchAct } from './pages.ts';
import { watchFor } from './watch-page.ts';

export interface ActFigures {
  /** Milliseconds from navigation until the rows are those of a filter that was chosen as early as possible. */
  acted: number;
}

/** Measures one cold load in a fresh context. Throws when the rows have not changed after 90 seconds. */
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
    const acted = reports.first('acted');
    await act(session, bench, acted, pauses[line]);
    const [{ origin }, { at, origin: last }] = [await reports.first('begun'), await acted];
    return { acted: last + at - origin };
  } finally {
    await context.close();
  }
}

/** Presses the last of the steps that is there, again and again, and types into the field that has the focus. */
async function act(
  session: CDPSession,
  { steps, typed }: Pick<BenchAct, 'steps' | 'typed'>,
  end: Promise<unknown>,
  pause: number,
): Promise<void> {
  let isOver = false;
  const stop = (): void => void (isOver = true);
  end.then(stop, stop);
  while (!isOver) {
    if (typed !== undefined && (await isEmptyField(session))) await session.send('Input.insertText', { text: typed });
    else await pressLast(session, steps);
    await rest(pause);
  }
  await end;
}

async function pressLast(session: CDPSession, steps: readonly Control[]): Promise<void> {
  for (const step of steps.toReversed()) if (await press(session, step)) return;
}

const isEmptyField = (session: CDPSession): Promise<boolean | undefined> =>
  evaluate(session, `document.activeElement?.matches('input') && document.activeElement.value === ''`);
