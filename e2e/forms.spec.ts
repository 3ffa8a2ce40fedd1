import { test } from '#e2e/faults/case-test.ts';
import { forms } from '#e2e/faults/forms/forms.ts';
import { tryForm } from '#e2e/faults/try-form.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
/** By default one of each kind of place: a dialog of money, one of keys, a bar below a page, a form before the session. */
const few = ['a refund', 'a key', 'webhook addresses', 'sign-in'];

for (const form of forms.filter(({ name }) => isFull || few.includes(name))) {
  test(`no fault of the wire takes what was typed for ${form.name}, and it goes through at last`, async ({
    stage,
    provider,
  }) => {
    for (const [call, answer] of Object.entries(form.refusals ?? {})) provider.fail(call, answer);
    await tryForm(stage, form, provider.recover);
  });
}
