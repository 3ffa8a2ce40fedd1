import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { useState } from 'react';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { numberOf } from '#features/balances/account-display.ts';
import { providerOf } from '#features/balances/provider-names.ts';
import { isoDay, type ColumnMap } from '#features/reconciliation/reading/statement.ts';
import type { Phase } from '#features/reconciliation/reconciliation-run.ts';
import type { StatementAccount } from '#features/reconciliation/worker/load-books.ts';
import type { StatementSummary } from '#features/reconciliation/worker/worker-messages.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { ColumnsForm } from './columns-form.tsx';

interface PhasePanelProps {
  phase: Phase;
  accounts: readonly PayInAccount[];
  /** True when an earlier result is shown below. */
  hasResult: boolean;
  onColumns: (columns: ColumnMap) => void;
  onAccount: (summary: StatementSummary, of: StatementAccount) => void;
  onCancel: () => void;
}

export function PhasePanel({ phase, accounts, hasResult, onColumns, onAccount, onCancel }: PhasePanelProps) {
  if (phase.kind === 'idle') return null;
  if (phase.kind === 'failed') {
    return (
      <div className="mb-5">
        <Notice
          tone="bad"
          title={/\d{6}/.test(phase.message) ? <span data-personal>{phase.message}</span> : phase.message}
          actions={
            <Button size="s" variant="quiet" onClick={onCancel}>
              Close
            </Button>
          }
        >
          <bdi data-personal>{phase.fileName}</bdi> was not used
          {hasResult ? '; what was matched before stands below.' : '.'}
        </Notice>
      </div>
    );
  }
  if (phase.kind === 'columns') return <ColumnsForm {...phase} onDone={onColumns} onCancel={onCancel} />;
  if (phase.kind === 'account') return <AccountForm {...{ phase, accounts, onAccount, onCancel }} />;
  return <Progress phase={phase} onCancel={onCancel} />;
}

const phaseLabels = {
  reading: 'Reading the statement',
  loading: 'Loading your payments',
  matching: 'Matching',
} as const;

function Progress(props: { phase: Extract<Phase, { kind: keyof typeof phaseLabels }>; onCancel: () => void }) {
  const { phase, onCancel } = props;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded border border-line px-4 py-3" role="status">
      <span className="font-medium">{phaseLabels[phase.kind]}</span>
      <span className="min-w-0 truncate text-ink-3">
        <bdi data-personal>{phase.fileName}</bdi>
      </span>
      <progress
        className="h-1.5 min-w-[120px] grow"
        aria-label={phaseLabels[phase.kind]}
        max={1}
        {...(phase.kind === 'matching' ? { value: phase.done } : {})}
      />
      <Button size="s" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface AccountFormProps extends Pick<PhasePanelProps, 'accounts' | 'onAccount' | 'onCancel'> {
  phase: Extract<Phase, { kind: 'account' }>;
}

/** Asks for the account when the file does not name it. */
function AccountForm({ phase, accounts, onAccount, onCancel }: AccountFormProps) {
  const { summary } = phase;
  const { currency } = summary;
  const fitting = accounts.filter(({ forCurrency }) => currency === undefined || forCurrency === currency);
  const currencies = [...new Set(fitting.map(({ forCurrency }) => forCurrency))];
  const choices: { value: string; label: string; of: StatementAccount }[] = [
    ...currencies.map((each) => ({
      value: `bank ${each}`,
      label: `${each} · our bank account that payouts go to`,
      of: { kind: 'bank' as const, currency: each },
    })),
    ...fitting.map((account) => ({
      value: String(account.id),
      label: `${account.forCurrency} · ${providerOf(account)} · ${numberOf(account)}`,
      of: { kind: 'pay-in' as const, account },
    })),
  ];
  const direct = fitting.find(({ isVirtualAccount }) => !isVirtualAccount);
  const [value, setValue] = useState(direct ? String(direct.id) : (choices[0]?.value ?? ''));
  const chosen = choices.find((each) => each.value === value);
  const day = (at: number) => formatDateTime(isoDay(at), 'UTC', 'date');
  return (
    <div className="mb-5 grid gap-3 rounded border border-line px-4 py-3.5">
      <p className="m-0 font-medium">
        <bdi data-personal>{phase.fileName}</bdi> does not say which account it is for
      </p>
      <p className="m-0 text-ink-3">
        {formatCount(summary.lines)} lines, {day(summary.firstDay)} to {day(summary.lastDay)}
        {summary.dateOrder && `, dates read as ${summary.dateOrder}`}
      </p>
      {choices.length === 0 ? (
        <p className="m-0">This application has no account in {currency ?? 'any currency'}: nothing can be matched.</p>
      ) : (
        <SelectField label="Account" size="l" value={value} options={choices} onChange={setValue} />
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {chosen && (
          <Button variant="primary" onClick={() => onAccount(summary, chosen.of)}>
            Match
          </Button>
        )}
      </div>
    </div>
  );
}
