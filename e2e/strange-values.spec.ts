import type { Fault } from '#e2e/faults/faults.ts';
import { nameOfScreen, type Screen, screens } from '#e2e/faults/screens.ts';
import { expect, test } from '#e2e/faults/case-test.ts';
import { findRawWords, open, settle, type Stage } from '#e2e/faults/stage.ts';
import { estrange, strangenesses, type Strangeness } from '#e2e/faults/values.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';

function answeredWith(strangeness: Strangeness): Fault {
  return {
    name: strangeness.name,
    end: 'whole',
    apply: async (call, normalBody) => {
      const body = JSON.parse(await normalBody()) as unknown;
      // Minus zero and lone surrogates, which JSON.stringify cannot write.
      const text = JSON.stringify(estrange(body, strangeness), (_, value: unknown) =>
        Object.is(value, -0) ? '@-0' : value,
      );
      await call.answer(200, text.replaceAll('"@-0"', '-0'));
    },
  };
}

/** Opens one screen with one kind of unusual values. */
async function look(stage: Stage, screen: Screen, strangeness: Strangeness): Promise<void> {
  const { page, wire } = stage;
  const isFailing = (call: string) => screen.calls.includes(call) && call !== 'GET capabilities';
  wire.begin(answeredWith(strangeness), isFailing, !!screen.isOurs);
  await open(stage, screen);
  await settle(stage);
  expect(await findRawWords(stage), 'shows no raw value').toEqual([]);
  const mayBeRefused = strangeness.mayBeRefused === true || (strangeness.mayBeRefused && screen.isOurs);
  if (!mayBeRefused) await expect(page.getByText('Oops!'), 'shows no card').toHaveCount(0);
  expect(await findHarm(stage)).toEqual([]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // A chart is redrawn for its width a moment later.
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(over, `sticks out at ${width}`).toBeLessThanOrEqual(0);
  }
}

/** Finds response values that became markup, code or a script link. */
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

for (const [at, screen] of screens.entries()) {
  for (const strangeness of strangenessesFor(at)) {
    test(`${nameOfScreen(screen)}: ${strangeness.name} break nothing, shown or rejected`, async ({ stage }) => {
      await look(stage, screen, strangeness);
    });
  }
}
