import { getStatementFile } from '@volume/contract/balances/balances.ts';
import {
  formatTraits,
  type StatementFormat,
  statementFormats,
} from '@volume/contract/balances/statement-files/formats.ts';
import { Button } from '#design/controls/button.tsx';
import { Icon } from '#design/icon.tsx';
import FileSpreadsheet from 'lucide/dist/esm/icons/file-spreadsheet.mjs';
import { useState } from 'react';
import type { OpenRange } from '#design/days/date-presets.ts';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { formatCount } from '#design/text/format-text.ts';
import { streamed } from '#lists/export/csv-source.ts';
import { FileFailure } from '#lists/export/export-button.tsx';
import { useDownload } from '#lists/export/use-download.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { reconcileHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';

const DatevDialog = lazyDialog(() => import('./datev-dialog.tsx').then((module) => module.DatevDialog));

/** The statement to write to a file. */
export interface StatementFileJob {
  scope: Scope;
  payInAccountId: number;
  /** The beginning of the file's name. */
  name: string;
  /** The UTC days it covers; an open end is undefined. */
  days: OpenRange;
  period: { from?: string | undefined; to?: string | undefined };
}

interface StatementFormatsProps extends StatementFileJob {
  /** Undefined until known. */
  currency: string | undefined;
  lines: number | undefined;
}

/** A sentence for each format that says what it is for. */
export const formatDetails: Readonly<Record<StatementFormat, string>> = {
  CAMT_053: 'The banks’ XML, for most programs',
  MT940: 'SWIFT’s text format, for older programs',
  OFX: 'Sage, GnuCash, Quicken and others',
  DATEV: 'Bookings for a German tax adviser',
  XERO: 'CSV for Xero’s bank import',
  QUICKBOOKS: 'CSV for QuickBooks Online',
};

/** Saves the statement in a format of accounting programs, where the deployment can, and leads to reconciliation. */
export function StatementFormats({ currency, lines, ...job }: StatementFormatsProps) {
  const canDo = useCanDo(getStatementFile);
  const { isBusy, failure, start, dismiss } = useDownload();
  const [last, setLast] = useState<StatementFormat>('CAMT_053');
  const [isDatevOpen, setIsDatevOpen] = useState(false);
  if (!canDo) return <Button href={reconcileHref()}>Reconcile</Button>;
  const save = (format: StatementFormat) => {
    setLast(format);
    start((signal) => saveStatement(job, { format }, signal));
  };
  const entries = statementFormats.map((format): MenuEntry => {
    const { label } = formatTraits[format];
    const reason = isBusy ? 'Another file is being saved' : whyDisabled(format, { currency, lines });
    return {
      id: format,
      label: format === 'DATEV' ? `${label}…` : label,
      detail: reason === undefined ? formatDetails[format] : undefined,
      disabledReason: reason,
      onSelect: () => (format === 'DATEV' ? setIsDatevOpen(true) : save(format)),
    };
  });
  const reconcile: MenuEntry = { id: 'reconcile', label: 'Reconcile a bank statement', href: reconcileHref() };
  return (
    <span className="relative inline-flex [&>button]:grow">
      <span role="status" className="sr-only">
        {isBusy ? `The ${formatTraits[last].label} file is being made` : ''}
      </span>
      <MenuButton label="Files for accounting programs" entries={[...entries, { kind: 'rule', id: 'rule' }, reconcile]}>
        <Icon of={FileSpreadsheet} /> {isBusy ? 'Saving…' : 'For accounting'}
      </MenuButton>
      {failure && <FileFailure failure={failure} onClose={dismiss} onRetry={() => save(last)} />}
      <DatevDialog isOpen={isDatevOpen} onClose={() => setIsDatevOpen(false)} job={job} />
    </span>
  );
}

/** @throws like `saveFile` */
export async function saveStatement(
  { scope, payInAccountId, name, days, period }: StatementFileJob,
  asked: { format: StatementFormat },
  signal: AbortSignal,
): Promise<void> {
  const { saveFile } = await import('#lists/export/save-file.ts');
  const source = streamed(getStatementFile, { params: { ...scope, payInAccountId }, query: { ...period, ...asked } });
  // DATEV finds its files by the prefix.
  const prefix = asked.format === 'DATEV' ? 'EXTF_' : '';
  await saveFile({ source, name: `${prefix}${name}`, days, signal, type: formatTraits[asked.format] });
}

function whyDisabled(
  format: StatementFormat,
  { currency, lines = 0 }: Pick<StatementFormatsProps, 'currency' | 'lines'>,
): string | undefined {
  const { mostLines } = formatTraits[format];
  if (mostLines !== undefined && lines > mostLines)
    return `Takes ${formatCount(mostLines)} lines: choose a shorter period`;
  return whyOtherCurrency(format, currency);
}

/** Why the statement of an account in this currency cannot have the format; undefined when it can. */
export const whyOtherCurrency = (format: string, currency: string | undefined): string | undefined =>
  format === 'DATEV' && currency !== undefined && currency !== 'EUR'
    ? `Books in euros; this account is in ${currency}`
    : undefined;
