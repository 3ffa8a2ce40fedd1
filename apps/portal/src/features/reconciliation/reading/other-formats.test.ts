import { expect, test } from 'vitest';
import { readStatement } from './read-statement.ts';

const read = (text: string) => readStatement(new TextEncoder().encode(text));

test.each([
  ['QIF', '!Type:Bank\nD13/11/2026\nT1,250.00\nPAlder, Finch\n^\n'],
  ['QIF', '!Account\nNBusiness\n^\n!Type:Bank\nD13/11/2026\nT1,250.00\n^\n'],
  ['IIF', '!TRNS\tTRNSTYPE\tDATE\tACCNT\tAMOUNT\n!SPL\tTRNSTYPE\tDATE\tACCNT\tAMOUNT\n!ENDTRNS\n'],
  ['BAI2', '01,122099999,123456789,261130,0620,1,80,1,2/\n02,123456789,122099999,1,261129,0000,USD,2/\n'],
  ['Norma 43', '11018200181234567890261101261130200000000100000978 3MUSTER SL\n'],
  ['CODA', `0000030112672505        00099449  MUSTER BV${' '.repeat(60)}2\n`],
  ['CFONB 120', '0130004    00550EUR2 00001234567  301126          MUSTER                     0000000100000A\n'],
  ['ABO', '0740000001234567890MUSTER              01112600000000100000+00000000125000+\n'],
  [
    'DATEV',
    '"EXTF";700;21;"Buchungsstapel";9;20261130100000000;;"RE"\nUmsatz;Soll/Haben;Belegdatum\n250,00;"H";0311\n',
  ],
  [
    'export of GoCardless',
    'id,created_at,resource_type,action,details.origin,details.cause,links.payment,links.payout,payments.amount,payments.currency\nEV01,2026-11-13T09:00:00.000Z,payments,confirmed,gocardless,payment_confirmed,PM01,,250.00,GBP\n',
  ],
  [
    'export of GoCardless',
    'customers.id,customers.email,resources.type,resources.created_at,gross_amount,net_amount,currency,payouts.id\nCU01,a@b.example,payment,2026-11-13,250.00,249.00,GBP,PO01\n',
  ],
  [
    'export of GoCardless',
    'id,created_at,charge_date,amount,description,currency,status,reference,links.mandate,links.creditor\nPM01,2026-11-10,2026-11-13,250.00,Invoice,GBP,confirmed,HB-204487,MD01,CR01\n',
  ],
  ['JSON', '[\n  { "bookingDate": "2026-11-13", "amount": "250.00" }\n]\n'],
])('a %s file is refused by its name', (name, text) => {
  expect(() => read(text)).toThrow(new RegExp(`^This is an? ${name}\\b.*Download the statement as CAMT.053`));
});

test('a file without dates is refused, and its columns are not asked for', () => {
  const text =
    'Date: 13/11/2026\nDescription: ALDER, HB-204487\nAmount: 250.00\n\nDate: 14/11/2026\nDescription: RENT\n';
  expect(() => read(text)).toThrow(/^No column of this file has dates/);
});
