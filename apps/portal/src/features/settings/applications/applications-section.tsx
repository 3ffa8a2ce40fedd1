import { useQuery } from '@tanstack/react-query';
import type { ApplicationRequest } from '@volume/contract/merchants/application-requests.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { personText } from '#design/text/person-text.ts';
import { PartError } from '#lists/part-error.tsx';
import { CanDo } from '#platform/calls/capabilities.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { useZone } from '#platform/preferences.ts';
import { Permitted, useSession } from '#platform/session/use-session.ts';
import { applicationRequestsQuery } from '#platform/queries/application-requests-query.ts';

/** Only the name, because the dialog makes the call. */
const ask = { method: 'POST', path: 'merchants/{}/application-requests', origin: 'ours' } as const;

/** The merchant's applications, and its requests for another one; for its administrators. */
export function ApplicationsSection({ merchantId }: { merchantId: string }) {
  return (
    <CanDo call={ask}>
      <Permitted anyOf={['ACCOUNT_ADMIN']}>
        <Applications merchantId={merchantId} />
      </Permitted>
    </CanDo>
  );
}

function Applications({ merchantId }: { merchantId: string }) {
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  const { data, error, isFetching, refetch } = useQuery(applicationRequestsQuery(merchantId));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title="Applications"
      action={
        <Button size="s" disabledReason={useAskDisabledReason()} onClick={() => setIsOpen(true)}>
          Ask for another application
        </Button>
      }
    >
      <ul className="m-0 list-none border-b border-line p-0">
        {merchant?.applications.map(({ applicationId, applicationName }) => (
          <li key={applicationId} className="border-t border-line py-2.5 [overflow-wrap:anywhere]">
            <bdi>{applicationName}</bdi>
          </li>
        ))}
        {data?.map((request) => (
          <Request key={request.requestId} {...{ request, merchantId }} />
        ))}
      </ul>
      {error && !data && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonLines count={2} />}
      <AskDialog {...{ merchantId, isOpen }} onClose={() => setIsOpen(false)} />
    </Section>
  );
}

/** Administrators of the platform add applications themselves. */
function useAskDisabledReason(): string | undefined {
  return useSession().kind === 'merchant' ? undefined : 'Only the merchant’s own users ask for an application';
}

const looks = {
  OPEN: <Tag tone="held">Waiting</Tag>,
  APPROVED: <Tag tone="ok">Approved</Tag>,
  DECLINED: <Tag tone="bad">Declined</Tag>,
  WITHDRAWN: <Tag tone="calm">Withdrawn</Tag>,
} as const;

function Request({ request, merchantId }: { request: ApplicationRequest; merchantId: string }) {
  const zone = useZone();
  const { applicationName, currencies, askedAtUtc, state, declinedBecause } = request;
  return (
    <li className="grid gap-1 border-t border-line py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <bdi>{applicationName}</bdi>
        </span>
        <span className="text-ink-3">{currencies.join(', ')}</span>
        {looks[state]}
        {state === 'OPEN' && <Withdraw {...{ request, merchantId }} />}
      </div>
      {declinedBecause !== null && (
        <p className="m-0 text-ink-2 [overflow-wrap:anywhere] whitespace-pre-wrap">
          <bdi>{declinedBecause}</bdi>
        </p>
      )}
      <p className="m-0 text-label text-ink-3">
        Requested by <bdi className="[overflow-wrap:anywhere]">{personText(request, 'askedBy')}</bdi>,{' '}
        <DateTime utc={askedAtUtc} zone={zone} />
      </p>
    </li>
  );
}

function Withdraw({ request, merchantId }: { request: ApplicationRequest; merchantId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="s"
        variant="quiet"
        className="ml-auto"
        aria-label={`Withdraw ${request.applicationName}`}
        disabledReason={useAskDisabledReason()}
        onClick={() => setIsOpen(true)}
      >
        Withdraw
      </Button>
      <WithdrawDialog {...{ request, merchantId, isOpen }} onClose={() => setIsOpen(false)} />
    </>
  );
}

const AskDialog = lazyDialog(() => import('./request-dialogs.tsx').then((module) => module.AskDialog));
const WithdrawDialog = lazyDialog(() => import('./request-dialogs.tsx').then((module) => module.WithdrawDialog));
