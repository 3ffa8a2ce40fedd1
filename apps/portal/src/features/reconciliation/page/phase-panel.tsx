import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import type { CsvChoice } from '#features/reconciliation/reading/statement.ts';
import type { AccountChoice, Phase } from '#features/reconciliation/reconciliation-run.ts';
import { AccountForm } from './account-form.tsx';
import { ColumnsForm, type ColumnsFormProps } from './columns-form.tsx';

interface PhasePanelProps {
  phase: Phase;
  accounts: readonly PayInAccount[];
  /** True when an earlier result is shown below. */
  hasResult: boolean;
  onColumns: (choice: CsvChoice) => void;
  onPreview: ColumnsFormProps['onPreview'];
  /** Lets the user choose the columns of a CSV that was read. */
  onAskColumns: () => void;
  onAccount: (choice: AccountChoice) => void;
  onCancel: () => void;
}

export function PhasePanel(props: PhasePanelProps) {
  const { phase, accounts, hasResult, onColumns, onPreview, onAskColumns, onAccount, onCancel } = props;
  if (phase.kind === 'idle') return null;
  if (phase.kind === 'failed') {
    return (
      <div className="mb-5">
        <Notice
          tone="bad"
          title={/\d{6}/.test(phase.message) ? <span data-personal>{phase.message}</span> : phase.message}
          actions={
            <>
              {phase.onChoose && (
                <Button size="s" variant="quiet" onClick={phase.onChoose}>
                  Choose the account
                </Button>
              )}
              <Button size="s" variant="quiet" onClick={onCancel}>
                Close
              </Button>
            </>
          }
        >
          <bdi data-personal>{phase.fileName}</bdi> was not used
          {hasResult ? '; what was matched before stands below.' : '.'}
        </Notice>
      </div>
    );
  }
  if (phase.kind === 'columns') {
    return <ColumnsForm {...phase} onDone={onColumns} onPreview={onPreview} onCancel={onCancel} />;
  }
  if (phase.kind === 'account') return <AccountForm {...{ phase, accounts, onAskColumns, onAccount, onCancel }} />;
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
