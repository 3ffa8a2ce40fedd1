import { expect, test } from 'vitest';
import { ProviderApiError } from '#platform/errors.ts';
import { refusalWords } from './refusal-words.ts';

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

test('what is refused for another reason keeps its words', () => {
  for (const words of ['Only 5.00 GBP of this payment can still be refunded.', 'minimumBalance must be at least 0']) {
    expect(refused(words)).toBe(words);
  }
});
