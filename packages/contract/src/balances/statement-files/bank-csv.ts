import { csvAmount, toCsvHeader, toCsvLine } from '@volume/contract/lists/csv.ts';
import { lineLabel } from '@volume/contract/balances/balances.ts';
import { britishDay, partyOf, remittanceOf, type StatementWriter } from './statement-file.ts';

/** The columns that Xero's import of bank statements expects. */
export const xero = (): StatementWriter => ({
  begin: toCsvHeader(['Date', 'Amount', 'Payee', 'Description', 'Reference']),
  line: (line) =>
    toCsvLine([britishDay(line.atUtc), csvAmount(line.amount), partyOf(line), remittanceOf(line), line.reference]),
  end: '',
});

/** The three columns that QuickBooks Online's upload of bank transactions accepts. */
export const quickBooks = (): StatementWriter => ({
  begin: toCsvHeader(['Date', 'Description', 'Amount']),
  line: (line) => {
    const description = [lineLabel(line), partyOf(line), line.reference].filter(Boolean).join(' ');
    return toCsvLine([britishDay(line.atUtc), description, csvAmount(line.amount)]);
  },
  end: '',
});
