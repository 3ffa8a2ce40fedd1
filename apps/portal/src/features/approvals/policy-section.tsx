import { useQuery } from '@tanstack/react-query';
import type { ApprovalPolicy, Thresholds } from '@volume/contract/approvals/policy.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { isolate } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { personText } from '#design/text/person-text.ts';
import { useReservedHeight } from '#lists/stored.ts';
import { PartError } from '#lists/part-error.tsx';
import { newUserHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { useSession, useChangeDisabledReason } from '#platform/session/use-session.ts';
import { approvalPolicyQuery } from './approvals-query.ts';

const isOff = ({ GBP, EUR }: Thresholds): boolean => GBP === null && EUR === null;

/** `payouts and refunds above £1,000.00 and €500.00`, or `no payout or refund`. */
export function thresholdText(thresholds: Thresholds): string {
  const set = (['GBP', 'EUR'] as const).flatMap((currency) => {
    const above = thresholds[currency];
    return above === null ? [] : [formatMoney(above, currency)];
  });
  return set.length === 0 ? 'no payout or refund' : `payouts and refunds above ${set.join(' and ')}`;
}

/** The approval rules, who can approve, and a looser rule that waits for confirmation itself (contract §11). */
export function ApprovalPolicySection({ merchantId }: { merchantId: string }) {
  const { data, error, isFetching, refetch } = useQuery(approvalPolicyQuery(merchantId));
  const height = useReservedHeight('approval_policy', data ? true : error ? undefined : false);
  return (
    <Section title="Two-person approval">
      <div {...height}>
        {data ? (
          <Policy merchantId={merchantId} policy={data} />
        ) : error ? (
          <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    </Section>
  );
}

interface PolicyProps {
  merchantId: string;
  policy: ApprovalPolicy;
}

type Asked = 'change' | 'confirm' | 'withdraw';

function Policy({ merchantId, policy }: PolicyProps) {
  const { thresholds, approvers, proposal } = policy;
  const reason = useChangeDisabledReason();
  const [asked, setAsked] = useState<Asked>('change');
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: Asked) => {
    setAsked(next);
    setIsOpen(true);
  };
  const isWaiting = proposal !== null;
  return (
    <>
      <p className="mt-0 mb-3 text-ink-3">
        Payouts and refunds above a limit you choose need a second person’s approval; their money is reserved meanwhile.
        What one recipient gets within 24 hours is added up, and exchanged money counts in the currency it was sold
        from. Users who made the order, reset or loosened its key, chose its default beneficiary or set its schedule
        cannot approve it.
      </p>
      <DescriptionList
        items={[
          { term: 'In pounds', detail: aboveText(thresholds, 'GBP') },
          { term: 'In euros', detail: aboveText(thresholds, 'EUR') },
          { term: 'Who can approve', detail: <Approvers policy={policy} /> },
        ]}
      />
      {approvers.length < 2 && !isOff(thresholds) && (
        <div className="mt-3">
          <Notice tone="held" title="Fewer than two people can approve">
            Payments above these limits can’t be sent until two people can approve. <AddApproverLink />
          </Notice>
        </div>
      )}
      {approvers.length < 2 && isOff(thresholds) && (
        <p className="mt-3 mb-0 text-ink-3">
          Two people who can move money are needed. <AddApproverLink />
        </p>
      )}
      {isWaiting && <Proposal proposal={proposal} reason={reason} onAsk={ask} />}
      <div className="mt-3">
        <Button disabledReason={reason} onClick={() => ask('change')}>
          {isOff(thresholds) ? 'Require a second person…' : 'Change limits…'}
        </Button>
      </div>
      {asked === 'change' ? (
        <PolicyDialog
          key={JSON.stringify(thresholds)}
          {...{ merchantId, policy, isOpen }}
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <ProposalDialog {...{ merchantId, proposal, isOpen }} asked={asked} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

const AddApproverLink = () => <TextLink href={newUserHref()}>Add an administrator or an editor</TextLink>;

function aboveText(thresholds: Thresholds, currency: 'GBP' | 'EUR'): string {
  const above = thresholds[currency];
  return above === null ? 'No second person needed' : `Above ${formatMoney(above, currency)}`;
}

function Approvers({ policy: { approvers } }: { policy: ApprovalPolicy }) {
  if (approvers.length === 0) return 'Nobody yet';
  return (
    <span className="[overflow-wrap:anywhere]">
      {approvers.map(({ email, name }) => isolate(name ?? email)).join(', ')}
    </span>
  );
}

interface ProposalProps {
  proposal: NonNullable<ApprovalPolicy['proposal']>;
  reason: string | undefined;
  onAsk: (asked: Asked) => void;
}

function Proposal({ proposal, reason, onAsk }: ProposalProps) {
  const zone = useZone();
  const session = useSession();
  const email = session.kind === 'merchant' ? session.email : session.kind === 'admin' ? session.adminEmail : undefined;
  const isOwn = proposal.proposedBy === email;
  return (
    <div className="mt-3 grid gap-2">
      <Notice tone="info" title={`Proposed: a second person for ${thresholdText(proposal.thresholds)}`}>
        By {isolate(personText(proposal, 'proposedBy'))}. Another user must confirm it by{' '}
        {formatDateTime(proposal.expiresAtUtc, zone, 'full')}; until then the limits above apply.
      </Notice>
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button disabledReason={reason} onClick={() => onAsk('confirm')}>
            Confirm…
          </Button>
        )}
        <Button variant="quiet" disabledReason={reason} onClick={() => onAsk('withdraw')}>
          {isOwn ? 'Withdraw…' : 'Refuse…'}
        </Button>
      </div>
    </div>
  );
}

const PolicyDialog = lazyDialog(() => import('./policy-dialogs.tsx').then((module) => module.PolicyDialog));
const ProposalDialog = lazyDialog(() => import('./policy-dialogs.tsx').then((module) => module.ProposalDialog));
