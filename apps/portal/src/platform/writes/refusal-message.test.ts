import { expect, test } from 'vitest';
import { ProviderApiError } from '#platform/errors.ts';
import { isFinalRefusal, describeRefusal } from './refusal-message.ts';

const refused = (errorMessage: string, field?: string) =>
  describeRefusal(
    new ProviderApiError(
      { statusCode: 400, statusName: 'BAD_REQUEST', errorMessage, traceId: 'abc', source: 'VOLUME', field },
      400,
    ),
  ).message;

test.each(['amount', 'refundPaymentAmount', 'sellAmount', 'buyAmount', 'paymentRequest.amount'])(
  'a refused %s is said of the amount, not of the field’s name on the wire',
  (field) => {
    expect(refused(`${field} must be at most 1,000,000.00`, field)).toBe('The amount must be at most 1,000,000.00.');
  },
);

test.each([
  [true, false],
  [false, true],
  [undefined, true],
])('takes an outcome that the server does not know for unknown, isRepeatable: %j', (isRepeatable, mustCheck) => {
  const hidden = { errorMessage: 'This was interrupted.', traceId: 'abc', source: 'VOLUME' };
  const error = new ProviderApiError({ statusCode: 504, statusName: 'OUTCOME_UNKNOWN', ...hidden, isRepeatable }, 504);
  expect(isFinalRefusal(error)).toBe(false);
  expect(describeRefusal(error)).toMatchObject({ message: 'The outcome is not known yet', isUnknown: true, mustCheck });
});

test('keeps the message of a refusal for another reason', () => {
  for (const words of ['Only 5.00 GBP of this payment can still be refunded.', 'minimumBalance must be at least 0']) {
    expect(refused(words)).toBe(words);
  }
});
