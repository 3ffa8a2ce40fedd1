import { expect, test } from '#e2e/faults/case-test.ts';
import { type Fault, faults } from '#e2e/faults/faults.ts';
import { callsAfterLoad, merchantCall } from '#e2e/faults/screen-calls.ts';
import { allCallsOf, nameOfScreen, type Screen, screens } from '#e2e/faults/screens.ts';
import { keepCapabilities, leave, open, readWholeText, settle, type Stage } from '#e2e/faults/stage.ts';
import { allButTheMerchant, alone, type Case, everyCall, type Scope, tryCase, ways } from '#e2e/faults/try-case.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
const turn = <T>(list: readonly T[], by: number): T => list[by % list.length] as T;

/** By default every screen gets some fault and every fault some screen. The full run combines all of them, for all calls and for some. */
function faultsOf(screen: Screen, at: number): [Fault, Scope][] {
  if (!isFull) {
    const scopes = [everyCall, allButTheMerchant, ...allCallsOf(screen).map(alone)];
    const more = at === 0 ? faults.slice(screens.length) : [];
    return [turn(faults, at), ...more].map((fault) => [fault, turn(scopes, at)]);
  }
  const calls = allCallsOf(screen);
  const hasOthers = calls.includes(merchantCall) && calls.length > 1;
  const all = faults.flatMap((fault): [Fault, Scope][] => [
    [fault, everyCall],
    ...(hasOthers ? [[fault, allButTheMerchant] satisfies [Fault, Scope]] : []),
  ]);
  const one = calls.flatMap((call, index) =>
    [0, 1, 2, 3].map((step): [Fault, Scope] => [turn(faults, at * 7 + index * 4 + step), alone(call)]),
  );
  return [...all, ...one];
}

const casesOf = (screen: Screen, at: number): Case[] =>
  faultsOf(screen, at).map(([fault, scope], index) => ({ screen, fault, scope, way: turn(ways, at + index) }));

/** The calls and the text of a screen when nothing fails. */
async function openWithoutFault(stage: Stage, screen: Screen): Promise<{ calls: string[]; text: string }> {
  await leave(stage);
  stage.wire.begin(undefined, () => false, screen.isOurs === true);
  await open(stage, screen);
  await settle(stage);
  if (screen.remembers) {
    await keepCapabilities(stage);
    await leave(stage);
    stage.wire.begin(undefined, () => false, true);
    await open(stage, screen);
    await settle(stage);
  }
  // Some calls start only after the page has been shown for a while, which takes long on a busy machine. The test
  // reports missing calls.
  const isAll = () => screen.calls.every((call) => stage.wire.calls.includes(call));
  await expect
    .poll(isAll)
    .toBe(true)
    .catch(() => undefined);
  const text = await readWholeText(stage);
  const calls = [...new Set(stage.wire.calls)]
    .filter((call) => call !== 'GET capabilities' || screen.isOurs)
    .filter((call) => !callsAfterLoad.includes(call) || screen.calls.includes(call));
  return { calls, text };
}

for (const [at, screen] of screens.entries()) {
  test.describe(nameOfScreen(screen), () => {
    // In one worker, which opens the screen without faults only once.
    test.describe.configure({ mode: 'default' });
    let normal = { calls: [] as string[], text: '' };
    test.beforeAll(async ({ sharedStage }) => void (normal = await openWithoutFault(sharedStage, screen)));

    test('makes its listed calls, and no others', () => {
      expect(normal.calls.toSorted()).toEqual(screen.calls.toSorted());
    });

    for (const each of casesOf(screen, at)) {
      const { fault, scope, way } = each;
      test(`${fault.name}, of ${scope.name}, breaks nothing and can be recovered from: ${way.name}`, async ({
        stage,
      }) => {
        await tryCase(stage, each, normal.text);
      });
    }
  });
}
