import { paymentStatuses } from '@volume/contract/pay-ins/pay-ins.ts';
import { describe, expect, test } from 'vitest';
import { moneyOutStatusWord, paymentStatusWord } from './status-labels.ts';
import { payerName, payInWords, riskWord, tagWord } from './pay-in-words.ts';
import { payIn } from './testing/sample-pay-in.ts';

describe('labels of states (§9 Labels)', () => {
  test('has a label for every status', () => {
    expect(paymentStatuses.map((status) => paymentStatusWord(status).word)).toEqual([
      'New',
      'Awaiting Authorization',
      'Authorized',
      'Pending',
      'Completed',
      'Failed',
      'Settled',
    ]);
  });
  test('lists the status first, then the tags', () => {
    const words = payInWords(payIn({ statusTags: ['PARTIALLY_REFUNDED', 'HELD'] })).map(({ word }) => word);
    expect(words).toEqual(['Settled', 'Partially Refunded', 'Held']);
  });
  test.each(['FROZEN_BY_COURT', 'constructor', '__proto__', ''])('shows the unknown tag %j in the calm tone', (tag) => {
    expect(tagWord(tag).tone).toBe('calm');
    expect(moneyOutStatusWord(tag).tone).toBe('calm');
  });
  test('shows an unknown tag by the label rule', () => expect(tagWord('FROZEN_BY_COURT').word).toBe('Frozen By Court'));
  test('has a label for every risk', () => {
    expect((['LOW', 'MEDIUM', 'HIGH', 'NA'] as const).map(riskWord)).toEqual(['Low', 'Medium', 'High', 'Not assessed']);
  });
});

describe('name of the payer', () => {
  const payer = { name: null, email: null, accountIdentifier: null, address: null, payerIP: null };
  test.each([
    [{ ...payer, name: 'Amelia' }, ['Bank of Nobody'], 'Amelia'],
    [payer, ['Amelia', 'Zoë'], 'Amelia, Zoë'],
    [payer, ['', '  '], null],
    [payer, 'Amelia', 'Amelia'],
    [{ ...payer, name: ' ' }, 'Zoë', 'Zoë'],
    [null, null, null],
  ])('for %j and %j is %j', (given, merchantProvidedPayerDetailsNames, name) => {
    expect(payerName(payIn({ payer: given, merchantProvidedPayerDetailsNames }))).toBe(name);
  });
});
