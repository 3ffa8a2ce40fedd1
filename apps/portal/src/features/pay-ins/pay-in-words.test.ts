import { paymentStatuses } from '@volume/contract/pay-ins.ts';
import { describe, expect, test } from 'vitest';
import { moneyOutStatusWord, paymentStatusWord } from '#domain/status-words.ts';
import { payerName, payInWords, riskWord, tagWord } from './pay-in-words.ts';
import { payIn } from './testing/sample-pay-in.ts';

describe('states in the specification’s words (§9 Labels)', () => {
  test('every status has its word', () => {
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
  test('status first, then what has come on top of it', () => {
    const words = payInWords(payIn({ statusTags: ['PARTIALLY_REFUNDED', 'HELD'] })).map(({ word }) => word);
    expect(words).toEqual(['Settled', 'Partially Refunded', 'Held']);
  });
  test.each(['FROZEN_BY_COURT', 'constructor', '__proto__', ''])(
    'an unknown tag %j is calm and keeps its word',
    (tag) => {
      expect(tagWord(tag).tone).toBe('calm');
      expect(moneyOutStatusWord(tag).tone).toBe('calm');
    },
  );
  test('an unknown tag is shown by the label rule', () =>
    expect(tagWord('FROZEN_BY_COURT').word).toBe('Frozen By Court'));
  test('risk in plain words', () => {
    expect((['LOW', 'MEDIUM', 'HIGH', 'NA'] as const).map(riskWord)).toEqual(['Low', 'Medium', 'High', 'Not assessed']);
  });
});

describe('who paid', () => {
  const payer = { name: null, email: null, accountIdentifier: null, address: null, payerIP: null };
  test.each([
    [{ ...payer, name: 'Amelia' }, ['Bank of Nobody'], 'Amelia'],
    [payer, ['Amelia', 'Zoë'], 'Amelia, Zoë'],
    [payer, ['', '  '], null],
    [payer, 'Amelia', 'Amelia'],
    [{ ...payer, name: ' ' }, 'Zoë', 'Zoë'],
    [null, null, null],
  ])('%j and %j is %j', (given, merchantProvidedPayerDetailsNames, name) => {
    expect(payerName(payIn({ payer: given, merchantProvidedPayerDetailsNames }))).toBe(name);
  });
});
