import type { Fault } from '#e2e/faults/faults.ts';
import { screens, type Screen } from '#e2e/faults/screens.ts';
import { expect, test } from '#e2e/faults/stage-test.ts';
import { findRawWords, open, settle, type Stage } from '#e2e/faults/stage.ts';
import { estrange, strangenesses, type Strangeness } from '#e2e/faults/values.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';

function answeredWith(strangeness: Strangeness): Fault {
  return {
    name: strangeness.name,
    end: 'whole',
    strike: async (call, soundBody) => {
      const body = JSON.parse(await soundBody()) as unknown;
      // Minus zero and lone surrogates as a server could write them.
      const text = JSON.stringify(estrange(body, strangeness), (_, value: unknown) =>
        Object.is(value, -0) ? '@-0' : value,
      );
      await call.answer(200, text.replaceAll('"@-0"', '-0'));
    },
  };
}

/** One screen in one strange world; answers everything that is wrong with it. */
async function look(stage: Stage, screen: Screen, strangeness: Strangeness): Promise<string[]> {
  const { page, wire, heard } = stage;
  const problems: string[] = [];
  heard.length = 0;
  wire.begin(
    answeredWith(strangeness),
    (call) => screen.calls.includes(call) && call !== 'GET capabilities',
    !!screen.isOurs,
  );
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(stage, screen);
    await settle(stage);
    problems.push(...(await findRawWords(stage)).map((text) => `shows ${text.slice(0, 80)}`));
    // Our own calls know all their words.
    const mayBeRefused = strangeness.mayBeRefused ?? screen.isOurs;
    if (!mayBeRefused && (await page.getByText('Oops!').count()) > 0) problems.push('shows a card');
    problems.push(...(await findHarm(stage)));
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // A chart is drawn anew for its width a moment later.
      const over = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(over, `sticks out at ${width}`).toBeLessThanOrEqual(0);
    }
  } catch (error) {
    problems.push(String(error).split('\n').slice(0, 8).join(' '));
  }
  return [...problems, ...heard.splice(0)].map(
    (problem) =>
      `${screen.viewer}${screen.isOurs ? ' (own calls)' : ''} ${screen.address}: ${strangeness.name}: ${problem}`,
  );
}

/** Whether what was answered became markup, code or a way to it. */
async function findHarm({ page }: Stage): Promise<string[]> {
  return page.evaluate(() => {
    const code = [...document.querySelectorAll('a[href], form[action], iframe[src]')].filter((each) =>
      /^\s*(javascript|data|vbscript):/i.test(each.getAttribute('href') ?? each.getAttribute('action') ?? ''),
    );
    return [
      ...(Reflect.has(window, 'struck') ? ['ran what was answered'] : []),
      ...(document.querySelector('img[src="x"]') ? ['made markup of what was answered'] : []),
      ...code.map((each) => `links to code: ${each.outerHTML.slice(0, 100)}`),
    ];
  });
}

function strangenessesFor(at: number): Strangeness[] {
  return isFull
    ? strangenesses
    : strangenesses.filter((_, index) => index % screens.length === at % strangenesses.length);
}

const parts = isFull ? screens.length : 2;

for (let part = 0; part < parts; part += 1) {
  test(`strange values are shown or refused, and break nothing (${part + 1} of ${parts})`, async ({ stage }) => {
    test.setTimeout(isFull ? 240_000 : 150_000);
    const problems: string[] = [];
    for (const screen of screens.filter((_, at) => at % parts === part)) {
      for (const strangeness of strangenessesFor(screens.indexOf(screen))) {
        const name = `${screen.viewer} ${screen.address}: ${strangeness.name}`;
        problems.push(...(await test.step(name, () => look(stage, screen, strangeness))));
      }
    }
    expect(problems).toEqual([]);
  });
}
