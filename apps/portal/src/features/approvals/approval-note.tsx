import { type Approval, listApprovals } from '@volume/contract/approvals/approvals.ts';
import { getApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '#design/feedback/notice.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { isolate } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { personText } from '#design/text/person-text.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { approvalsHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { usePermitted, useSession } from '#platform/session/use-session.ts';
import { isOwn, kindLabel, excludedReason } from './approval-labels.ts';
import { approvalPolicyQuery, approvalsQuery } from './approvals-query.ts';

interface ApprovalNoteProps {
  merchantId: string;
  approval: Approval;
}

function ApprovalNote({ merchantId, approval }: ApprovalNoteProps) {
  const zone = useZone();
  const { state, decidedAtUtc, reason } = approval;
  const person = isolate(personText(approval, 'decidedBy'));
  if (state === 'WAITING') return <Waiting merchantId={merchantId} approval={approval} />;
  const when = decidedAtUtc === null ? '' : ` on ${formatDateTime(decidedAtUtc, zone, 'full')}`;
  const because = reason === null ? '' : `: ${isolate(reason)}`;
  const message = {
    APPROVED: `Approved by ${person}${when}.`,
    REFUSED: `Refused by ${person}${when}${because}.`,
    CANCELLED: `Cancelled by ${person}${when}.`,
    EXPIRED: `Nobody approved it within 72 hours, so it was cancelled${when}.`,
  }[state];
  return <p className="m-0 text-ink-3">{message}</p>;
}

/** Who can approve it, with “You” first; undefined while it is unknown, or hidden from this user. */
export function useApproversOf(merchantId: string, approval: Approval): string[] | undefined {
  const session = useSession();
  const mayAsk = usePermitted(['EDIT_SETTINGS']);
  const isSupported = useCanDo(getApprovalPolicy);
  const { data } = useQuery({ ...approvalPolicyQuery(merchantId), enabled: mayAsk && isSupported });
  const email = session.kind === 'merchant' ? session.email : undefined;
  const able = data?.approvers.filter((each) => !isOwn(approval, each.email) && !excludedReason(approval, each.email));
  const names = able?.filter((each) => each.email !== email).map((each) => isolate(each.name ?? each.email));
  return names && able && names.length < able.length ? ['You', ...names] : names;
}

function Waiting({ merchantId, approval }: ApprovalNoteProps) {
  const zone = useZone();
  const session = useSession();
  const email = session.kind === 'merchant' ? session.email : undefined;
  const known = useApproversOf(merchantId, approval);
  const more = known && known.length > 3 ? ' and others' : '';
  const nobody = known ? 'Nobody else can approve it now.' : 'Only another user who can move money can approve it.';
  const excluded = excludedReason(approval, email);
  const by = known && known.length > 0 ? `${known.slice(0, 3).join(', ')}${more} can approve it.` : nobody;
  return (
    <Notice tone="held" title="Waiting for a second person’s approval">
      {isOwn(approval, email) ? 'You made it yourself. ' : excluded ? `${excluded}. ` : ''}
      {by} The {kindLabel(approval).toLowerCase()} has not been sent; its money is reserved. Without a decision it is
      cancelled on {formatDateTime(approval.expiresAtUtc, zone, 'full')}.{' '}
      <TextLink href={approvalsHref({ state: ['WAITING'] })}>Open approvals</TextLink>
    </Notice>
  );
}

interface WaitsNoticeProps {
  /** Minor units. */
  above: number;
  currency: string;
  what: 'payout' | 'refund';
}

export function WaitsNotice({ above, currency, what }: WaitsNoticeProps) {
  return (
    <Notice tone="info" title="This will wait for a second person’s approval">
      {what === 'payout' ? 'Payouts' : 'Refunds'} above {formatMoney(above, currency)} to one recipient within 24 hours
      need approval. The money is reserved for up to 72 hours.
    </Notice>
  );
}

/** The latest approval of a payment's refunds, or of a payout, if there is one. */
export function ApprovalOf({
  merchantId,
  of,
}: {
  merchantId: string;
  of: { paymentId: string } | { orderId: string };
}) {
  const isSupported = useCanDo(listApprovals);
  const { data } = useQuery({ ...approvalsQuery(merchantId, { ...of, page: 0, size: 1 }), enabled: isSupported });
  const [latest] = data?.content ?? [];
  // A payout that ended has its own sentence about how.
  if ('orderId' in of && latest && !['WAITING', 'APPROVED'].includes(latest.state)) return null;
  return latest ? <ApprovalNote merchantId={merchantId} approval={latest} /> : null;
}
