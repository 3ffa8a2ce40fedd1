import { expect, test } from 'vitest';
import { ProviderApiError } from '#platform/errors.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { emptyContent } from './draft-content.ts';
import { reasonsOf } from './refused-reasons.ts';

const [application] = emptyContent.applications;
const content = { ...emptyContent, applications: [{ ...application!, applicationName: 'Web shop' }] };

const reasons = (errorMessage: string, field: string) => {
  const payload = { statusCode: 400, statusName: 'BAD_REQUEST', errorMessage, traceId: 'abc', source: 'VOLUME', field };
  return reasonsOf(describeRefusal(new ProviderApiError(payload, 400)), content);
};

test('every line of a refusal is a sentence with the step that can change it', () => {
  const lines = [
    'companyName is already in use: Orchard Lane',
    'firstUser.email is already in use: hannah@orchard.example',
    'limits.largestAmount must be at most LARGEST_AMOUNT, which is 1,000,000.00',
    'applications[0].accounts[0].bankAccount.accountHolderName is not confirmed by the bank, which has Orchard Ltd: correct it, or set acceptsName to true',
    'applications[0].accounts[0].virtualAt must be left out: this environment has no account provider connected yet',
  ];
  expect(reasons(lines.join('\n'), 'companyName')).toEqual([
    { text: 'The legal name is already in use: Orchard Lane.', step: 'company' },
    { text: 'The first user’s email address is already in use: hannah@orchard.example.', step: 'user' },
    { text: 'The largest amount must be at most 1,000,000.00.', step: 'terms' },
    {
      text: 'Web shop, GBP: the bank does not confirm the account holder’s name: it has Orchard Ltd. Correct it, or confirm that you have checked it.',
      step: 'applications',
      doubted: '0.0',
    },
    {
      text: 'Web shop, GBP: this environment has no account provider yet. Choose the merchant’s own bank account.',
      step: 'applications',
    },
  ]);
});

test('the first line keeps its account, although the refusal names the field separately', () => {
  const path = 'applications[0].accounts[0].bankAccount.accountHolderName';
  const line = `${path} is not confirmed by the bank: correct it, or set acceptsName to true`;
  expect(reasons(line, path)).toMatchObject([{ step: 'applications', doubted: '0.0' }]);
});

test('a refusal that names no field has no step', () => {
  expect(reasons('Too many invitations today. Please try again tomorrow.', '')).toEqual([
    { text: 'Too many invitations today. Please try again tomorrow.', step: undefined },
  ]);
});
