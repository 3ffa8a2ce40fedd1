import { endpoints } from '@volume/contract/endpoints.ts';
import { forms, writesWithoutForm } from '#e2e/faults/forms/forms.ts';

/** Each write must be sent by a form that is tried with every fault, or be listed as one without a form. One line per mistake. */
export function checkForms(): string {
  const writes = Object.values(endpoints)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  const tried = new Set(forms.map(({ call }) => call));
  const listed = new Set(writesWithoutForm);
  return [
    ...writes
      .filter((each) => !tried.has(each) && !listed.has(each))
      .map((each) => `${each}: has no form in e2e/faults/forms/`),
    ...[...listed]
      .filter((each) => tried.has(each))
      .map((each) => `${each}: has a form, so writesWithoutForm need not list it`),
    ...[...listed].filter((each) => !writes.includes(each)).map((each) => `${each}: is no write of the contract`),
  ].join('\n');
}
