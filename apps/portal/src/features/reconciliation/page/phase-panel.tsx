import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { type ComponentType, useEffect } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { useLazy } from '#design/overlay/use-lazy.ts';
import type { CsvChoice } from '#features/reconciliation/reading/statement.ts';
import type { AccountChoice } from '#features/reconciliation/reconciliation.ts';
import type { Phase } from '#features/reconciliation/reconciliation-phase.ts';
import type { ColumnsFormProps } from './columns-form.tsx';

/** Loaded on demand, because most files need no question. */
function lazyForm<Props extends { onCancel: () => void }>(importForm: () => Promise<ComponentType<Props>>) {
  return function LazyForm(props: Props) {
    const { part: Form, load } = useLazy(importForm, props.onCancel);
    // oxlint-disable-next-line react/exhaustive-deps -- loaded once
    useEffect(() => load(), []);
    return Form && <Form {...props} />;
  };
}

const ColumnsForm = lazyForm(() => import('./columns-form.tsx').then((module) => module.ColumnsForm));
const AccountForm = lazyForm(() => import('./account-form.tsx').then((module) => module.AccountForm));

interface PhasePanelProps {
  phase: Phase;
  accounts: readonly PayInAccount[];
  /** True when an earlier result is shown below. */
  hasResult: boolean;
  onColumns: (choice: CsvChoice) => void;
  onPreview: ColumnsFormProps['onPreview'];
  /** Lets the user choose the columns of a CSV that was read. */
  onAskColumns: () => void;
  onPropose: (statement: number, isForeign: boolean) => void;
  onAccount: (choice: AccountChoice) => void;
  /** Tries again to restore the work of before a reload; undefined for a file that the user chose. */
  onRetry: (() => void) | undefined;
  onCancel: () => void;
}

export function PhasePanel(props: PhasePanelProps) {
  const { phase, accounts, onColumns, onPreview, onAskColumns, onPropose, onAccount, onRetry, onCancel } = props;
  if (phase.kind === 'idle') return null;
  if (phase.kind === 'failed') return <Failure {...props} phase={phase} />;
  if (phase.kind === 'columns') {
    return <ColumnsForm {...phase} onDone={onColumns} onPreview={onPreview} onCancel={onCancel} />;
  }
  if (phase.kind === 'account')
    return <AccountForm {...{ phase, accounts, onAskColumns, onPropose, onAccount, onCancel }} />;
  return <Progress phase={phase} isRestoring={onRetry !== undefined} onCancel={onCancel} />;
}

type FailureProps = Pick<PhasePanelProps, 'hasResult' | 'onRetry' | 'onCancel'> & {
  phase: Extract<Phase, { kind: 'failed' }>;
};

function Failure({ phase, hasResult, onRetry, onCancel }: FailureProps) {
  const { message, fileName, onChoose } = phase;
  return (
    <div className="mb-5">
      <Notice
        tone="bad"
        title={/\d{6}/.test(message) ? <span data-personal>{message}</span> : message}
        actions={
          <>
            {onChoose && (
              <Button size="s" variant="quiet" onClick={onChoose}>
                Choose the account
              </Button>
            )}
            {onRetry && (
              <Button size="s" variant="quiet" onClick={onRetry}>
                Try again
              </Button>
            )}
            <Button size="s" variant="quiet" onClick={onCancel}>
              Close
            </Button>
          </>
        }
      >
        {onRetry ? (
          <>
            Your work on <bdi data-personal>{fileName}</bdi> is still kept in this tab.
          </>
        ) : (
          <>
            <bdi data-personal>{fileName}</bdi> was not used
            {hasResult ? '; what was matched before stands below.' : '.'}
          </>
        )}
      </Notice>
    </div>
  );
}

const phaseLabels = {
  reading: 'Reading the statement',
  loading: 'Loading your payments',
  matching: 'Matching',
} as const;

interface ProgressProps {
  phase: Extract<Phase, { kind: keyof typeof phaseLabels }>;
  isRestoring: boolean;
  onCancel: () => void;
}

function Progress({ phase, isRestoring, onCancel }: ProgressProps) {
  const label = isRestoring ? 'Restoring your work' : phaseLabels[phase.kind];
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded border border-line px-4 py-3" role="status">
      <span className="font-medium">{label}</span>
      <span className="min-w-0 truncate text-ink-3">
        <bdi data-personal>{phase.fileName}</bdi>
      </span>
      <progress
        className="h-1.5 min-w-[120px] grow"
        aria-label={label}
        max={1}
        {...(phase.kind === 'matching' ? { value: phase.done } : {})}
      />
      <Button size="s" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
