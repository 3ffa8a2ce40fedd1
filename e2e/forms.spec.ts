import { forms } from '#e2e/faults/forms/forms.ts';
import { expect, test } from '#e2e/faults/stage-test.ts';
import { tryForm } from '#e2e/faults/try-form.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
/** By default one of each kind of place: a dialog of money, one of keys, a bar below a page, a form before the session. */
const few = ['a refund', 'a key', 'webhook addresses', 'sign-in'];
const tried = forms.filter(({ name }) => isFull || few.includes(name));
const parts = isFull ? 6 : 1;

for (let part = 0; part < parts; part += 1) {
  test(`no fault of the wire takes what was typed, and each form goes through at last (${part + 1} of ${parts})`, async ({
    stage,
    provider,
  }) => {
    test.setTimeout(isFull ? 300_000 : 90_000);
    const problems: string[] = [];
    for (const form of tried.filter((_, at) => at % parts === part)) {
      provider.recover();
      for (const [call, answer] of Object.entries(form.refusals ?? {})) provider.fail(call, answer);
      problems.push(...(await test.step(form.name, () => tryForm(stage, form, provider.recover))));
    }
    expect(problems).toEqual([]);
  });
}
