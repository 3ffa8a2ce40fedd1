import { exportStatement, getStatementDocument } from '@volume/contract/balances/balances.ts';
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import type { ScheduledFile } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { statementFileName } from '#features/balances/account-display.ts';
import { saveStatement, type StatementFileJob } from '#features/balances/statement/statement-formats.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import type { Scope } from '#platform/scope.ts';
import type { Accounts } from './file-texts.ts';

export interface FilePlace {
  scope: Scope;
  /** Set only for administrators. */
  merchantIdInCalls: string | undefined;
  accounts: Accounts;
  zone: string;
}

const periodOf = ({ firstDay, lastDay }: ScheduledFile) => ({
  from: `${firstDay}T00:00:00.000`,
  to: `${lastDay}T23:59:59.999`,
});

/** The statement that a file is made of; undefined for the pay-ins. */
export function statementOf(file: ScheduledFile, { scope, accounts }: FilePlace): StatementFileJob | undefined {
  const { payInAccountId, firstDay, lastDay } = file;
  if (payInAccountId === null) return undefined;
  const name = statementFileName(accounts?.find(({ id }) => id === payInAccountId));
  return { scope, payInAccountId, name, days: { from: firstDay, to: lastDay }, period: periodOf(file) };
}

/**
 * Saves the rows of a file's period with the calls of the pages: the statement, or the pay-ins of the application.
 * @throws like `saveCsv`
 */
export async function saveScheduledFile(file: ScheduledFile, place: FilePlace, signal: AbortSignal): Promise<void> {
  const { format } = file;
  const statement = statementOf(file, place);
  if (statement && format !== 'CSV' && format !== 'PDF') return saveStatement(statement, { format }, signal);
  const { saveCsv, saveDocument } = await import('#lists/export/save-file.ts');
  const { zone } = place;
  if (!statement) {
    const days = { from: file.firstDay, to: file.lastDay };
    return saveCsv({ source: payInsOf(file, place), name: 'pay-ins', days, zone, signal });
  }
  const { scope, payInAccountId, name, days, period } = statement;
  const parts = { params: { ...scope, payInAccountId }, query: period };
  if (format === 'PDF') {
    return saveDocument({ source: streamed(getStatementDocument, parts), name, days, zone, signal });
  }
  return saveCsv({ source: streamed(exportStatement, parts), name, days, zone, signal });
}

/** The same rows as the export of the pay-ins' page gives for these days. */
function payInsOf(file: ScheduledFile, { scope: { applicationId }, merchantIdInCalls }: FilePlace) {
  const { from, to } = periodOf(file);
  const period = { startDateTimeUtc: from, endDateTimeUtc: to };
  const query = { ...period, applicationId, merchantId: merchantIdInCalls, includeNewPayments: true };
  return streamed(exportPayIns, { query });
}
