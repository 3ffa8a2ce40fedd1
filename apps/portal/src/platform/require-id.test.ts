import { expect, test } from 'vitest';
import { KnownGenericError } from './errors.ts';
import { requireId } from './require-id.ts';

test('reports an invalid id as a payment that cannot be found', () => {
  expect(() => requireId('overview', 'payment')).toThrow(
    new KnownGenericError('We can’t find this payment. It may belong to another merchant or application.'),
  );
  expect(() => requireId('019a9b00-0000-7000-8000-0000000000AB', 'payment')).not.toThrow();
});
