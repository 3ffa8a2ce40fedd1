import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { ListPage } from '#lists/list-page.tsx';
import type { ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { useSession, useMoveMoneyDisabledReason } from '#platform/session/use-session.ts';
import type { ApprovalSearch } from './approval-filters.ts';
import { approvalList, type AskedOfApproval } from './approval-list.tsx';
import { approvalsQuery, toApprovalQuery, useWaiting } from './approvals-query.ts';

interface ApprovalsPageProps {
  merchantId: string;
  search: ApprovalSearch;
  hrefOf: (search: ApprovalSearch) => string;
  onChange: ListChange<ApprovalSearch>;
}

/** Payouts and refunds that wait, or waited, for a second person (contract §11). */
export function ApprovalsPage({ merchantId, search, hrefOf, onChange }: ApprovalsPageProps) {
  const options = approvalsQuery(merchantId, toApprovalQuery(search));
  const { data } = useQuery(options);
  // The answer of the list keeps its age while its rows are updated in place.
  const waiting = useWaiting(merchantId)?.waiting ?? data?.waiting;
  const found = useFound(options);
  const session = useSession();
  const { asked, ask } = useAsked<AskedOfApproval>();
  const decideDisabledReason = useMoveMoneyDisabledReason();
  const isAdmin = session.kind === 'admin';
  const email = session.kind === 'merchant' ? session.email : isAdmin ? session.adminEmail : undefined;
  const approveDisabledReason = isAdmin ? 'Only someone at the merchant can approve it' : undefined;
  const context = useMemo(
    () => ({ email, decideDisabledReason, approveDisabledReason, onAsk: ask }),
    [email, decideDisabledReason, approveDisabledReason, ask],
  );
  return (
    <>
      <ListPage
        list={approvalList}
        title="Approvals"
        aside={waiting !== undefined && `${waiting.toLocaleString('en-GB')} waiting`}
        {...{ search, found, context, hrefOf, onChange }}
      />
      {asked && <DecideApprovalDialog key={asked.count} merchantId={merchantId} {...asked} />}
    </>
  );
}

const DecideApprovalDialog = lazyDialog(() =>
  import('./decide-approval-dialog.tsx').then((module) => module.DecideApprovalDialog),
);
