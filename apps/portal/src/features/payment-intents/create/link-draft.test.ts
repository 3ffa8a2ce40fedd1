import { PaymentLinkRequest } from '@volume/contract/payment-intents.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyDraft, type LinkDraft, readDraft } from './link-draft.ts';

const applicationId = '018cc778-5000-7fb8-ab33-00000000b001';
const now = Date.parse('2026-11-21T09:05:00Z');
const read = (changes: Partial<LinkDraft>, zone = 'UTC') =>
  readDraft({ ...emptyDraft('GBP'), amount: '12.50', ...changes }, { applicationId, now, zone });
const requestOf = (changes: Partial<LinkDraft>) => {
  const found = read(changes);
  if ('errors' in found) throw new Error(JSON.stringify(found.errors));
  return found.request;
};
const errorsOf = (changes: Partial<LinkDraft>) => {
  const found = read(changes);
  return 'errors' in found ? found.errors : {};
};

describe('a draft', () => {
  test('becomes a request the contract takes, its amount in major units on the wire', () => {
    const wire = z.encode(PaymentLinkRequest, requestOf({ amount: '1,249.5', reference: ' INV-7 ', order: 'A1' }));
    expect(wire).toMatchObject({
      paymentRequest: { amount: 1249.5, currency: 'GBP', reference: 'INV-7' },
      merchantPaymentId: 'A1',
      customerIntentDescription: null,
      expiresAtUtc: null,
    });
  });
  test('without a reference sends an empty one for GBP and none for EUR', () => {
    expect(requestOf({}).paymentRequest.reference).toBe('');
    expect(requestOf({ currency: 'EUR' }).paymentRequest.reference).toBeNull();
  });
  test.each(['', '0', '0.00', '-1', '12.345', '1e3', 'twelve'])('with the amount %j is refused', (amount) => {
    expect(errorsOf({ amount }).amount).toBeDefined();
  });
  test('names each text that is too long, a reference by its currency', () => {
    const long = 'x'.repeat(19);
    expect(Object.keys(errorsOf({ reference: long, note: 'x'.repeat(201), order: 'x'.repeat(65) }))).toEqual([
      'reference',
      'note',
      'order',
    ]);
    expect(errorsOf({ reference: long, currency: 'EUR' })).toEqual({});
  });
});

describe('an expiry', () => {
  test('of a span is the moment it was chosen for, however late it is sent', () => {
    expect(requestOf({ expiry: 'DAY', spanEnd: now + 86_400_000 }).expiresAtUtc).toBe('2026-11-22T09:05:00.000');
  });
  test('of one’s own is read as UTC when UTC is shown', () => {
    expect(requestOf({ expiry: 'OWN', ownEnd: '2026-12-01T10:00' }).expiresAtUtc).toBe('2026-12-01T10:00:00.000');
  });
  test('that is missing or over is refused where it stands', () => {
    expect(errorsOf({ expiry: 'OWN', ownEnd: '' }).ownEnd).toBe('Enter a date and a time.');
    expect(errorsOf({ expiry: 'OWN', ownEnd: '2026-11-21T09:05' }).ownEnd).toBe('Choose a time in the future.');
    expect(errorsOf({ expiry: 'HOUR', spanEnd: now - 1 }).expiry).toBe('Choose a time in the future.');
  });
});
