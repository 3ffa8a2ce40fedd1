import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { PartError } from '#lists/part-error.tsx';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { balancesHref, reconcileHref } from '#platform/hrefs.ts';
import { readChoices, readPage } from '#lists/read-search.ts';
import type { Scope } from '#platform/scope.ts';
import { PhasePanel } from './page/phase-panel.tsx';
import { asChosen, leftOutText, ProofText } from './page/proof-text.tsx';
import { Result } from './page/result.tsx';
import { ChooseFile, StatementDrop } from './page/statement-drop.tsx';
import { isoDay } from './reading/statement.ts';
import { resultSource } from './reconcile-file.ts';
import { type Reconciliation, toParts, type View, views } from './reconciliation.ts';
import { useDecisions } from './use-decisions.ts';
import { useMatched, useReconciliation } from './use-reconciliation.ts';

export interface ReconcileSearch {
  view: View;
  /** From 1. */
  page: number;
}

interface ReconcilePageProps {
  scope: Scope;
  merchantIdInCalls: string | undefined;
  companyName: string;
  /** The raw search parameters. */
  given: Record<string, unknown>;
  onGo: (href: string) => void;
}

const breadcrumbs = [{ label: 'Balances', href: balancesHref() }, { label: 'Reconcile' }];

/** Compares a bank statement with our records. The file is read in the browser and never sent. */
export function ReconcilePage({ scope, merchantIdInCalls, companyName, given, onGo }: ReconcilePageProps) {
  const { data: accounts, error, isFetching, refetch } = useQuery(payInAccountsQuery(scope));
  const matched = useMatched(scope);
  const place = { scope, merchantIdInCalls, companyName, accounts: accounts ?? [] };
  const { phase, read, chooseColumns, match, finish, ...run } = useReconciliation(place);
  if (error && !accounts) {
    return (
      <>
        <PageHeader title="Reconcile" breadcrumbs={breadcrumbs} />
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      </>
    );
  }
  const panel = (
    <PhasePanel
      phase={phase}
      accounts={accounts ?? []}
      hasResult={matched !== undefined}
      onColumns={run.readBy}
      onPreview={run.preview}
      onAskColumns={run.askColumns}
      onAccount={match}
      onCancel={run.cancel}
    />
  );
  if (matched) {
    const shown = { of: matched, given, onGo, read, chooseColumns, finish, panel };
    return <MatchedStatement key={matched.print} {...shown} />;
  }
  const isIdle = phase.kind === 'idle' || phase.kind === 'failed';
  return (
    <>
      <PageHeader title="Reconcile" breadcrumbs={breadcrumbs} />
      {panel}
      {isIdle && accounts && <StatementDrop onFile={read} />}
    </>
  );
}

interface MatchedStatementProps extends Pick<ReconcilePageProps, 'given' | 'onGo'> {
  of: Reconciliation;
  read: (file: File) => void;
  chooseColumns: (file: File) => void;
  finish: () => void;
  panel: ReactNode;
}

function MatchedStatement({ of, given, onGo, read, chooseColumns, finish, panel }: MatchedStatementProps) {
  const [view = 'look'] = readChoices(given['view'], views);
  const page = readPage(given['page']) ?? 1;
  const working = useDecisions(of.print);
  const [isEnding, setIsEnding] = useState(false);
  // Memoised, because there can be tens of thousands of rows.
  const parts = useMemo(() => toParts(of, working.decisions), [of, working.decisions]);
  const days = { from: isoDay(of.summary.firstDay), to: isoDay(of.summary.lastDay) };
  const leftOut = leftOutText(of.summary);
  const isBroken = of.summary.proof.kind === 'breaks';
  return (
    <>
      <PageHeader
        title="Reconcile"
        breadcrumbs={breadcrumbs}
        aside={
          <>
            <bdi data-personal>{of.file.name}</bdi> · {formatCount(of.lines.length)} lines
            {leftOut !== undefined && `, ${leftOut}`}
            {of.summary.isAsChosen && `, ${asChosen}`}, read in this browser, not uploaded
            {!isBroken && (
              <>
                {' '}
                · <ProofText of={of.summary} />
              </>
            )}
          </>
        }
        actions={
          <>
            {working.undo && <Button onClick={working.undo}>Undo</Button>}
            {of.summary.format === 'CSV' && <Button onClick={() => chooseColumns(of.file)}>Columns</Button>}
            <ChooseFile onFile={read}>Other file</ChooseFile>
            <ExportButton
              name="reconciliation"
              days={days}
              source={resultSource(of, working.decisions)}
              label="Export result"
            />
            <Button variant="primary" onClick={() => (isEnding ? finish() : setIsEnding(true))}>
              {isEnding ? 'Finish and clear' : 'Finish'}
            </Button>
          </>
        }
      />
      {isBroken && (
        <div className="mb-5">
          <Notice tone="held" title={<ProofText of={of.summary} />} />
        </div>
      )}
      {panel}
      <Result {...{ of, parts, working, view, page }} onPage={(next) => onGo(reconcileHref({ view, page: next }))} />
    </>
  );
}
