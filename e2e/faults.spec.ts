import { type Fault, faults } from '#e2e/faults/faults.ts';
import { merchantCall, type Screen, screens } from '#e2e/faults/screens.ts';
import { expect, test } from '#e2e/faults/stage-test.ts';
import { leave, open, readWholeText, settle, type Stage } from '#e2e/faults/stage.ts';
import { allButTheMerchant, alone, everyCall, type Scope, tryCase } from '#e2e/faults/try-case.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
type Case = [fault: Fault, scope: Scope];

/** By default every screen meets a fault and every fault a screen; in full all of them meet, of all calls and of some. */
function casesOf(screen: Screen, at: number): Case[] {
  const turn = <T>(list: readonly T[], by: number): T => list[by % list.length] as T;
  if (!isFull) {
    const scopes = [everyCall, allButTheMerchant, ...screen.calls.map(alone)];
    const more = at === 0 ? faults.slice(screens.length) : [];
    return [turn(faults, at), ...more].map((fault) => [fault, turn(scopes, at)]);
  }
  const hasOthers = screen.calls.includes(merchantCall) && screen.calls.length > 1;
  const all = faults.flatMap((fault): Case[] => [
    [fault, everyCall],
    ...(hasOthers ? [[fault, allButTheMerchant] satisfies Case] : []),
  ]);
  const one = screen.calls.flatMap((call, index) =>
    [0, 1, 2, 3].map((step): Case => [turn(faults, at * 7 + index * 4 + step), alone(call)]),
  );
  return [...all, ...one];
}

async function tryAll(stage: Stage, screen: Screen, at: number): Promise<string[]> {
  await leave(stage);
  stage.wire.begin(undefined, () => false, screen.isOurs === true);
  await open(stage, screen);
  await settle(stage);
  const asked = [...new Set(stage.wire.asked)].filter((call) => call !== 'GET capabilities' || screen.isOurs);
  expect(asked.toSorted(), screen.address).toEqual(screen.calls.toSorted());
  const soundText = await readWholeText(stage);
  const problems: string[] = [];
  for (const [index, [fault, scope]] of casesOf(screen, at).entries()) {
    // Most open it; some are led there inside a page that stands.
    const isInside = index % 3 === 1;
    const name = `${screen.viewer} ${screen.address}: ${fault.name}, ${scope.name}`;
    const found = test.step(name, () => tryCase(stage, screen, fault, scope, { soundText, isInside }));
    problems.push(...(await found));
  }
  return problems;
}

const parts = isFull ? screens.length : 4;

for (let part = 0; part < parts; part += 1) {
  test(`no fault of the wire breaks a screen, and each recovers (${part + 1} of ${parts})`, async ({ stage }) => {
    test.setTimeout(isFull ? 840_000 : 150_000);
    const problems: string[] = [];
    for (const [at, screen] of screens.entries()) {
      if (at % parts === part) problems.push(...(await tryAll(stage, screen, at)));
    }
    expect(problems).toEqual([]);
  });
}
