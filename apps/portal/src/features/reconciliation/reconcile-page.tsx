import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '#design/layout/page-header.tsx';
import { PartError } from '#lists/part-error.tsx';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { balancesHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { MatchedStatement } from './page/matched-statement.tsx';
import { PhasePanel } from './page/phase-panel.tsx';
import { StatementDrop } from './page/statement-drop.tsx';
import type { View } from './reconciliation.ts';
import { useReconciliation } from './use-reconciliation.ts';

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
  const place = { scope, merchantIdInCalls, companyName, accounts: accounts ?? [], isReady: accounts !== undefined };
  const { phase, work, update, ...run } = useReconciliation(place);
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
      hasResult={work !== undefined}
      onColumns={run.readBy}
      onPreview={run.preview}
      onAskColumns={run.askColumns}
      onPropose={run.propose}
      onAccount={run.match}
      onRetry={run.retry}
      onCancel={run.cancel}
    />
  );
  if (work) {
    const shown = { work, update, scope, given, onGo, breadcrumbs, panel, run };
    return <MatchedStatement key={`${work.of.print} ${work.restoredFrom ?? ''}`} {...shown} />;
  }
  return (
    <>
      <PageHeader title="Reconcile" breadcrumbs={breadcrumbs} />
      {panel}
      {run.isAsked && <StatementDrop onFile={run.read} />}
    </>
  );
}
