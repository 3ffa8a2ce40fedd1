import { PaymentLinkRequest } from '@volume/contract/payment-links/payment-links.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyLink, linkSchema, type LinkTyped } from './link-schema.ts';

const applicationId = '018cc778-5000-7fb8-ab33-00000000b001';
const now = Date.parse('2026-11-21T09:05:00Z');
type Changes = Partial<LinkTyped> & Partial<LinkTyped['paymentRequest']>;
function read({ amount = '12.50', reference = '', ...changes }: Changes) {
  const typed = { ...emptyLink, ...changes, paymentRequest: { amount, reference } };
  const schema = linkSchema({ applicationId, currency: 'GBP', zone: 'UTC', readNow: () => now })(typed);
  return z.safeParse(schema, typed);
}
const requestOf = (changes: Changes) => {
  const found = read(changes);
  if (!found.success) throw found.error;
  return found.data;
};
const errorsOf = (changes: Changes) =>
  Object.fromEntries(read(changes).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);

describe('link form', () => {
  test('creates a valid request, with the amount in major units on the wire', () => {
    const wire = z.encode(
      PaymentLinkRequest,
      requestOf({ amount: '1,249.5', reference: ' INV-7 ', merchantPaymentId: 'A1' }),
    );
    expect(wire).toMatchObject({
      paymentRequest: { amount: 1249.5, currency: 'GBP', reference: 'INV-7' },
      merchantPaymentId: 'A1',
      customerIntentDescription: null,
      expiresAtUtc: null,
    });
  });
  test('sends an empty reference for GBP and none for EUR', () => {
    expect(requestOf({}).paymentRequest.reference).toBe('');
    expect(requestOf({ currency: 'EUR' }).paymentRequest.reference).toBeNull();
  });
  test.each(['', '0', '0.00', '-1', '12.345', '1e3', 'twelve'])('refuses the amount %j', (amount) => {
    expect(Object.keys(errorsOf({ amount }))).toEqual(['paymentRequest.amount']);
  });
  test('reports each text that is too long, the reference by its currency', () => {
    const long = 'x'.repeat(19);
    expect(
      Object.keys(
        errorsOf({ reference: long, merchantIntentDescription: 'x'.repeat(201), merchantPaymentId: 'x'.repeat(65) }),
      ),
    ).toEqual(['paymentRequest.reference', 'merchantIntentDescription', 'merchantPaymentId']);
    expect(errorsOf({ reference: long, currency: 'EUR' })).toEqual({});
  });
});

describe('expiry', () => {
  test('of a period counts from when it was chosen, however late it is sent', () => {
    expect(requestOf({ expiry: 'DAY', spanEnd: now + 86_400_000 }).expiresAtUtc).toBe('2026-11-22T09:05:00.000');
  });
  test('at a custom time is read as UTC when UTC is shown', () => {
    expect(requestOf({ expiry: 'OWN', ownEnd: '1 Dec 2026, 10:00' }).expiresAtUtc).toBe('2026-12-01T10:00:00.000');
  });
  test('is refused at its field when it is missing or in the past', () => {
    expect(errorsOf({ expiry: 'OWN', ownEnd: '' })['ownEnd']).toMatch(/^Enter a date and a time/);
    expect(errorsOf({ expiry: 'OWN', ownEnd: '12/25/2026, 10:00' })['ownEnd']).toMatch(/^Enter a date and a time/);
    expect(errorsOf({ expiry: 'OWN', ownEnd: '21/11/2026 09:05' })['ownEnd']).toBe('Choose a time in the future.');
    expect(errorsOf({ expiry: 'HOUR', spanEnd: now - 1 })['expiry']).toBe('Choose a time in the future.');
  });
});

describe('metadata', () => {
  const takes = (metadata: string) => {
    const typed = { ...emptyLink, metadata, paymentRequest: { amount: '1', reference: '' } };
    const link = { applicationId, currency: 'GBP' as const, zone: 'UTC', readNow: () => now };
    return [true, false].map((takesMetadata) => z.safeParse(linkSchema({ ...link, takesMetadata })(typed), typed));
  };
  test('is read a line each, and only sent where the deployment takes it', () => {
    const [sent, left] = takes(' customer = C=4711 \n\nbasket=');
    expect(sent?.data?.metadata).toEqual({ customer: 'C=4711', basket: '' });
    expect(left?.success && 'metadata' in left.data).toBe(false);
  });
  test('is left out of the request when it is empty', () => {
    const [sent] = takes(' \n ');
    expect(sent?.success && 'metadata' in sent.data).toBe(false);
  });
  test.each([
    ['a=1\ncustomer 7', 'Write each line as name=text, such as customer=C-4711.'],
    ['=7', 'Use 1 to 40 letters, digits and _ . : - before the =.'],
    ['order no=7', 'Use 1 to 40 letters, digits and _ . : - before the =.'],
    ['__proto__=7', 'Use 1 to 40 letters, digits and _ . : - before the =.'],
    ['a=1\na=2', 'a is there twice.'],
    [`a=${'x'.repeat(501)}`, 'a: use 500 characters or fewer.'],
    ['a=x\u202ey', 'a must be one line without control characters.'],
    [Array.from({ length: 21 }, (_, at) => `k${at}=1`).join('\n'), 'Metadata must have at most 20 entries.'],
  ])('refuses %.30j', (typed, message) => {
    const [read] = takes(typed);
    expect(read?.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([['metadata', message]]);
  });
});
