import { test } from '#e2e/faults/case-test.ts';
import { forms } from '#e2e/faults/forms/forms.ts';
import { tryForm } from '#e2e/faults/try-form.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
/** By default one form of each kind: a money dialog, a key dialog, a bar below a page, and a form before sign-in. */
const few = ['a refund', 'a key', 'webhook addresses', 'sign-in'];

for (const form of forms.filter(({ name }) => isFull || few.includes(name))) {
  test(`keeps the typed input of ${form.name} under every network fault, and sends it at last`, async ({
    stage,
    provider,
  }) => {
    for (const [call, answer] of Object.entries(form.refusals ?? {})) provider.fail(call, answer);
    await tryForm(stage, form, provider.recover);
  });
}
