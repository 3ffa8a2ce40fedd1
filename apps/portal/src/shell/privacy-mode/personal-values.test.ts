import { expect, test } from 'vitest';
import { keysOf } from '#platform/queries/query-keys.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { PersonalValues } from './personal-values.ts';

const answerKeys = keysOf('answers');

const know = (...answers: unknown[]): PersonalValues => {
  const queryClient = createQueryClient();
  answers.forEach((answer, at) => queryClient.setQueryData(answerKeys.of(at), answer));
  const personal = new PersonalValues();
  personal.read(queryClient);
  return personal;
};

test('finds a name, a number and an email of a response however they are formatted on the page', () => {
  const personal = know({
    content: [
      { payer: { name: 'Zoë-Ann O’Connor (Ms.)', accountIdentifier: '83-06-08 63321714', email: 'zoe@payer.example' } },
    ],
  });
  for (const shown of [
    'Zoë-Ann O’Connor (Ms.)',
    '£12.50 Zoë-Ann O’Connor (Ms.)',
    '83-06-08',
    '6332 1714',
    '63321714',
    'zoe@payer.example',
    'GB33 BUKB 2020 1555 5555 55',
    'somebody.else@shop.example',
  ]) {
    expect(personal.isIn(shown), shown).toBe(true);
  }
  for (const shown of [
    '£12.50',
    'Zoë',
    'Zoë-Ann',
    'ORD-1001',
    '22 Nov 2026, 11:34 UTC',
    '01a20309-9a10-7c3e-8b1f-5d2a9e7c4b77',
  ]) {
    expect(personal.isIn(shown), shown).toBe(false);
  }
});

test('finds the counterparty of a statement line', () => {
  const personal = know({ content: [{ kind: 'PAY_IN', counterparty: 'Leo Llewellyn' }] });
  expect(personal.isIn('Leo Llewellyn')).toBe(true);
});

test('finds who did something, also in an object whose own name is not personal', () => {
  const personal = know({
    views: [{ viewId: 'v1', name: 'Failed', sharedBy: 'isla@shop.example', sharedByName: 'Isla Reid' }],
  });
  expect([personal.isIn('Shared by Isla Reid'), personal.isIn('Failed')]).toEqual([true, false]);
});

test('treats an unknown field as personal anywhere if its key is a name', () => {
  const personal = know({ rows: [{ deep: { guardianNames: ['Aisha Begum'] } }] });
  expect(personal.isIn('For Aisha Begum.')).toBe(true);
  expect(personal.isIn('For Aisha Begumova.')).toBe(false);
});

test("keeps companies, shops, banks and shared views readable, also where an account is in the company's own name", () => {
  const personal = know(
    { companyName: 'Harbour & Bloom', applications: [{ applicationName: 'Web shop' }] },
    { beneficiaries: [{ accountHolderName: 'Harbour & Bloom', iban: null }] },
    { institution: { institutionId: 'natwest', name: 'NatWest' } },
    { name: 'Violets by Harbour', colour: null, mark: null },
    [{ viewId: 'v1', name: 'Refunded', sharedBy: 'callum@shop.example' }],
  );
  for (const shown of ['Harbour & Bloom', 'Web shop', 'NatWest', 'Violets by Harbour', 'Refunded']) {
    expect(personal.isIn(shown), shown).toBe(false);
  }
  expect(personal.isIn('Shared by callum@shop.example')).toBe(true);
});

test('reads sent request bodies too, and each new response once', () => {
  const queryClient = createQueryClient();
  const personal = new PersonalValues();
  expect(personal.read(queryClient)).toBe(false);
  queryClient.setQueryData(answerKeys.all, { requestBody: JSON.stringify({ payer: { name: 'Noah Clarke' } }) });
  expect(personal.read(queryClient)).toBe(true);
  expect(personal.read(queryClient)).toBe(false);
  expect(personal.isIn('{ "payer": { "name": "Noah Clarke" } }')).toBe(true);
  expect(personal.without('Refund to Noah Clarke')).toBe('Refund to hidden');
});
