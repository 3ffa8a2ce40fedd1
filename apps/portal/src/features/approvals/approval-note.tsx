import { type Approval, listApprovals } from '@volume/contract/approvals/approvals.ts';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '#design/feedback/notice.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { isolate } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
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
  const { state, decidedBy, decidedAtUtc, reason } = approval;
  if (state === 'WAITING') return <Waiting merchantId={merchantId} approval={approval} />;
  const when = decidedAtUtc === null ? '' : ` on ${formatDateTime(decidedAtUtc, zone, 'full')}`;
  const because = reason === null ? '' : `: ${isolate(reason)}`;
  const message = {
    APPROVED: `Approved by ${isolate(decidedBy ?? '')}${when}.`,
    REFUSED: `Refused by ${isolate(decidedBy ?? '')}${when}${because}.`,
    CANCELLED: `Cancelled by ${isolate(decidedBy ?? '')}${when}.`,
    EXPIRED: `Nobody approved it within 72 hours, so it was cancelled${when}.`,
  }[state];
  return <p className="m-0 text-ink-3">{message}</p>;
}

function Waiting({ merchantId, approval }: ApprovalNoteProps) {
  const zone = useZone();
  const session = useSession();
  const mayAsk = usePermitted(['EDIT_SETTINGS']);
  const { data } = useQuery({ ...approvalPolicyQuery(merchantId), enabled: mayAsk });
  const email = session.kind === 'merchant' ? session.email : undefined;
  const others =
    data?.approvers.filter((each) => !isOwn(approval, each.email) && !excludedReason(approval, each.email)) ?? [];
  const names = others.filter((each) => each.email !== email).map((each) => isolate(each.name ?? each.email));
  const known = names.length < others.length ? ['You', ...names] : names;
  const more = known.length > 3 ? ' and others' : '';
  const nobody =
    mayAsk && data ? 'Nobody else can approve it now.' : 'Only another user who can move money can approve it.';
  const excluded = excludedReason(approval, email);
  const by = known.length > 0 ? `${known.slice(0, 3).join(', ')}${more} can approve it.` : nobody;
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
      A {what} waits when it and what the same recipient got within 24 hours are above {formatMoney(above, currency)}.
      Its money is reserved until another user approves or refuses it, for 72 hours at most.
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
