import type { Approval } from '@volume/contract/approvals/approvals.ts';
import { Button } from '#design/controls/button.tsx';
import { LinkButton } from '#design/controls/link-button.tsx';
import { nameCell } from '#design/table/cells.tsx';
import { actionsColumn } from '#design/table/column.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { isolate } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import type { List, ListTime } from '#lists/list.ts';
import { amountColumn, timeColumn } from '#lists/list-table.tsx';
import { approvalsHref, payInHref, payoutsHref, settingsHref } from '#platform/hrefs.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { type ApprovalSearch, approvalSearch } from './approval-filters.ts';
import {
  decidedText,
  isOwn,
  kindLabel,
  orderText,
  recipientNumber,
  requesterOf,
  sourceLabel,
  stateLabels,
  excludedReason,
} from './approval-labels.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

export type Decision = 'approve' | 'refuse' | 'cancel';

export interface AskedOfApproval {
  approval: Approval;
  decision: Decision;
}

export interface ApprovalContext {
  email: string | undefined;
  decideDisabledReason: string | undefined;
  /** Why the user cannot approve any: platform administrators can only refuse or cancel. */
  approveDisabledReason: string | undefined;
  onAsk: (asked: AskedOfApproval) => void;
}

export const approvalList: List<Approval, ApprovalSearch, ApprovalContext> = {
  storage: 'approval',
  savedViews: 'approvals',
  live: { noun: 'approval', kinds: ['approvals'], timeOf: ({ createdAtUtc }) => createdAtUtc },
  search: approvalSearch,
  rowKey: ({ orderId }) => orderId,
  skeletonRows: 3,
  views: [
    { name: 'All approvals', search: '' },
    { name: 'Waiting', search: '?state=WAITING' },
  ],
  empty: (search) =>
    approvalSearch.isFiltered(search)
      ? {
          title:
            search.state?.join() === 'WAITING' ? 'Nothing is awaiting approval' : 'No approvals match these filters',
          actions: <LinkButton href={approvalsHref(approvalSearch.clear(search))}>Show all approvals</LinkButton>,
        }
      : {
          title: 'Nothing has waited for approval',
          detail: 'Payouts and refunds above the sums set under Settings, Security wait here for a second person.',
          actions: <ToSettings />,
        },
  columns: [
    {
      id: 'state',
      header: 'State',
      width: 116,
      fits: true,
      card: 'state',
      isFixed: true,
      cell: ({ state }) => <StatusTag status={lookOf(stateLabels, state)} />,
    },
    amountColumn({ sumOf: (approval) => approval }),
    {
      id: 'kind',
      header: 'What',
      width: 92,
      givesWay: 1,
      cell: (approval) => TextLink({ href: hrefOfOrder(approval), children: kindLabel(approval) }),
    },
    {
      id: 'to',
      header: 'To',
      card: 'who',
      isFixed: true,
      cell: recipientCell,
    },
    { id: 'by', header: 'Requested by', cell: makerCell },
    timeColumn({
      id: 'created',
      header: 'Requested',
      givesWay: 2,
      card: undefined,
      timeOf: ({ createdAtUtc }) => createdAtUtc,
    }),
    { id: 'ends', header: 'Decided / expires', cell: endCell },
    {
      ...actionsColumn,
      width: 172,
      card: 'when',
      isFixed: true,
      cell: decisionsCell,
    },
  ],
};

/** Links to the thresholds, for users who can open the settings (§6). */
function ToSettings() {
  return usePermitted(['EDIT_SETTINGS']) ? (
    <LinkButton variant="quiet" href={settingsHref('security')}>
      Go to security settings
    </LinkButton>
  ) : null;
}

const hrefOfOrder = ({ kind, orderId, paymentId, currency, applicationId }: Approval): string =>
  kind === 'REFUND' && paymentId !== null
    ? payInHref(paymentId, { applicationId })
    : payoutsHref({ payout: orderId, currency, applicationId });

/** The recipient's name; a phone's card shows the other details below it. */
function recipientCell(approval: Approval, { email, zone }: ApprovalContext & ListTime) {
  const by = isOwn(approval, email) ? 'you' : isolate(requesterOf(approval));
  const decided = decidedText(approval);
  return (
    <span className="block min-w-0 leading-[1.25]">
      <span className="font-medium">{nameCell(approval.recipient.name ?? 'Default beneficiary')}</span>
      <span className="num block truncate text-s text-ink-3">
        {recipientNumber(approval) ?? 'Account held by the provider'}
      </span>
      <span className="block text-label whitespace-normal text-ink-3 [overflow-wrap:anywhere] wide:hidden">
        {kindLabel(approval)}, requested by {by}, {formatDateTime(approval.createdAtUtc, zone, 'full')}
      </span>
      {decided !== null && (
        <bdi className="block text-label whitespace-normal text-ink-3 [overflow-wrap:anywhere] wide:hidden">
          {decided}
        </bdi>
      )}
    </span>
  );
}

function makerCell(approval: Approval, { email }: ApprovalContext) {
  const how = sourceLabel(approval);
  return (
    <span className="block min-w-0 leading-[1.25]">
      {nameCell(isOwn(approval, email) ? 'You' : requesterOf(approval))}
      {how !== null && <span className="block truncate text-s text-ink-3">{how}</span>}
    </span>
  );
}

/** Who decided, when, and why it was refused; until then, when it expires. Nothing is cut off. */
function endCell(approval: Approval, { zone }: ApprovalContext & ListTime) {
  const { decidedAtUtc, expiresAtUtc } = approval;
  const decided = decidedText(approval);
  return (
    <span className="num block min-w-0 leading-[1.25] whitespace-normal">
      {decided === null ? 'Expires' : <bdi className="[overflow-wrap:anywhere]">{decided}</bdi>}
      <time dateTime={decidedAtUtc ?? expiresAtUtc} className="block text-s text-ink-3">
        {formatDateTime(decidedAtUtc ?? expiresAtUtc, zone, 'full')}
      </time>
    </span>
  );
}

function decisionsCell(approval: Approval, context: ApprovalContext) {
  const { email, decideDisabledReason, approveDisabledReason, onAsk } = context;
  if (approval.state !== 'WAITING') return null;
  const button = (decision: Decision, label: string, reason: string | undefined) => (
    <Button
      size="s"
      variant={decision === 'approve' ? 'secondary' : 'quiet'}
      disabledReason={reason}
      aria-label={`${label} ${orderText(approval)}`}
      onClick={() => onAsk({ approval, decision })}
    >
      {label}…
    </Button>
  );
  return (
    <span className="inline-flex gap-1.5">
      {isOwn(approval, email) ? (
        button('cancel', 'Cancel', decideDisabledReason)
      ) : (
        <>
          {button('refuse', 'Refuse', decideDisabledReason)}
          {button(
            'approve',
            'Approve',
            decideDisabledReason ?? approveDisabledReason ?? excludedReason(approval, email),
          )}
        </>
      )}
    </span>
  );
}
