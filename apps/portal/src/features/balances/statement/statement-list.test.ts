import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { expect, test } from 'vitest';
import { statementFiles } from './statement-list.tsx';
import { statementSearch } from './statement-filters.ts';

test('names the files of a statement by the account number, never by an internal id', () => {
  const scope = { merchantId: 'm', applicationId: 'a' };
  const numbered = { number: '55779911' } as PayInAccount['accountIdentification1'];
  const account = { id: 1000, forCurrency: 'GBP', accountIdentification1: numbered } as PayInAccount;
  const of = { scope, payInAccountId: 1000, today: '2026-11-21' };
  const files = statementFiles(of, statementSearch.read({}), account);
  expect([files.rows.name, files.document.name]).toEqual(['statement-GBP-55779911', 'statement-GBP-55779911']);
  expect(statementFiles(of, statementSearch.read({}), undefined).rows.name).toBe('statement');
});
