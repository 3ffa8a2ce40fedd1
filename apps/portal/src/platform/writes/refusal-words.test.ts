import { expect, test } from 'vitest';
import { ProviderApiError } from '#platform/errors.ts';
import { isFinalRefusal, refusalWords } from './refusal-words.ts';

const refused = (errorMessage: string) =>
  refusalWords(
    new ProviderApiError(
      { statusCode: 400, statusName: 'BAD_REQUEST', errorMessage, traceId: 'abc', source: 'VOLUME' },
      400,
    ),
  ).message;

test.each(['amount', 'refundPaymentAmount', 'sellAmount', 'buyAmount', 'paymentRequest.amount'])(
  'a refused %s is said of the amount, not of the field’s name on the wire',
  (field) => {
    expect(refused(`${field} must be at most 1,000,000.00`)).toBe('The amount must be at most 1,000,000.00.');
  },
);

test.each([
  ['It is safe to send it again with the same Idempotency-Key: nothing is done twice.', false],
  ['Check whether it was done before you send it again.', true],
])('takes an outcome that the server does not know for unknown, however it can be repeated: %s', (next, mustCheck) => {
  const errorMessage = `This was interrupted, and it is not known yet whether it was done. ${next}`;
  const error = new ProviderApiError(
    { statusCode: 504, statusName: 'OUTCOME_UNKNOWN', errorMessage, traceId: 'abc', source: 'VOLUME' },
    504,
  );
  expect(isFinalRefusal(error)).toBe(false);
  expect(refusalWords(error)).toMatchObject({ message: 'The outcome is not known yet', isUnknown: true, mustCheck });
});

test('what is refused for another reason keeps its words', () => {
  for (const words of ['Only 5.00 GBP of this payment can still be refunded.', 'minimumBalance must be at least 0']) {
    expect(refused(words)).toBe(words);
  }
});
