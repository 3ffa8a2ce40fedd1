import { paymentStatuses } from '@volume/contract/pay-ins/pay-ins.ts';
import { describe, expect, test } from 'vitest';
import { moneyOutStatusLabel, paymentStatusLabel } from './status-labels.ts';
import { payerName, payInLabels, riskLabel, tagLabel } from './pay-in-labels.ts';
import { payIn } from './testing/sample-pay-in.ts';

describe('labels of states (§9 Labels)', () => {
  test('has a label for every status', () => {
    expect(paymentStatuses.map((status) => paymentStatusLabel(status).label)).toEqual([
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
    const labels = payInLabels(payIn({ statusTags: ['PARTIALLY_REFUNDED', 'HELD'] })).map(({ label }) => label);
    expect(labels).toEqual(['Settled', 'Partially Refunded', 'Held']);
  });
  test.each(['FROZEN_BY_COURT', 'constructor', '__proto__', ''])('shows the unknown tag %j in the calm tone', (tag) => {
    expect(tagLabel(tag).tone).toBe('calm');
    expect(moneyOutStatusLabel(tag).tone).toBe('calm');
  });
  test('shows an unknown tag by the label rule', () =>
    expect(tagLabel('FROZEN_BY_COURT').label).toBe('Frozen By Court'));
  test('has a label for every risk', () => {
    expect((['LOW', 'MEDIUM', 'HIGH', 'NA'] as const).map(riskLabel)).toEqual(['Low', 'Medium', 'High', 'Not checked']);
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
