import { expect, test } from 'vitest';
import { readDates } from './csv-dates.ts';
import { roleOfName } from './csv-names.ts';
import { isoDay } from './statement.ts';

test.each([
  ['Posted Account', 'own'],
  ['Posted Transactions Date', 'date'],
  ['Posted Currency', 'currency'],
  ['Booked At', 'date'],
  ['Valuta Date', 'valueDate'],
  ['Credit/Debit Amount', 'amount'],
  ['Withdrawal Amt.', 'debit'],
  ['Deposit Amt.', 'credit'],
  ['Kwota transakcji (waluta rachunku)', 'amount'],
  ['Zaúčtovaná částka', 'amount'],
  ['Částka v měně účtu', 'amount'],
  ['Määrä EUROA', 'amount'],
  ['Montant(EUROS)', 'amount'],
  ['Devies', 'currency'],
  ['Valutacode', 'currency'],
  ['Valuta rekening', 'currency'],
] as const)('the column “%s” is %s', (name, role) => {
  expect(roleOfName(name)).toBe(role);
});

test('reads Romanian months', () => {
  const { days } = readDates(['03 ianuarie 2026', '4 noiembrie 2026', '05 dec. 2026']);
  expect(days.map((day) => day !== undefined && isoDay(day))).toEqual(['2026-01-03', '2026-11-04', '2026-12-05']);
});
