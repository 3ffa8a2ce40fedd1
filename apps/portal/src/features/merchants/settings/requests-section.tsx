import { useQuery } from '@tanstack/react-query';
import type { ApplicationRequest } from '@volume/contract/merchants/application-requests.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';
import { PartError } from '#lists/part-error.tsx';
import { useZone } from '#platform/preferences.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { applicationRequestsQuery } from '#platform/queries/application-requests-query.ts';

interface RequestsSectionProps {
  merchantId: string;
  applications: readonly Application[];
}

/** The merchant's requests for another application that wait for a decision; nothing while there are none. */
export function RequestsSection({ merchantId, applications }: RequestsSectionProps) {
  const { data, error, isFetching, refetch } = useQuery(applicationRequestsQuery(merchantId));
  const open = data?.filter(({ state }) => state === 'OPEN') ?? [];
  if (error && !data) {
    return (
      <Section title="Requests">
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Section>
    );
  }
  if (open.length === 0) return null;
  return (
    <Section title="Requests" aside={formatCount(open.length)}>
      <ul className="m-0 list-none border-b border-line p-0">
        {open.map((request) => (
          <Request key={request.requestId} {...{ request, merchantId, applications }} />
        ))}
      </ul>
    </Section>
  );
}

function Request({ request, merchantId, applications }: RequestsSectionProps & { request: ApplicationRequest }) {
  const zone = useZone();
  const disabledReason = useChangeDisabledReason();
  const [opened, setOpened] = useState<'approve' | 'decline'>();
  const { applicationName, currencies, why, askedAtUtc } = request;
  const dialog = { merchantId, request, onClose: () => setOpened(undefined) };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-t border-line py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="m-0 min-w-0 truncate font-medium" title={applicationName}>
          <bdi>{applicationName}</bdi>
        </h3>
        <span className="text-ink-3">{currencies.join(', ')}</span>
        <span className="ml-auto flex gap-1.5 print:hidden">
          <Button size="s" {...{ disabledReason }} onClick={() => setOpened('decline')}>
            Decline…
          </Button>
          <Button size="s" variant="primary" {...{ disabledReason }} onClick={() => setOpened('approve')}>
            Approve…
          </Button>
        </span>
      </div>
      <p className="m-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
        <bdi data-personal>{why}</bdi>
      </p>
      <p className="m-0 text-label text-ink-3">
        <bdi className="[overflow-wrap:anywhere]">{personText(request, 'askedBy')}</bdi>{' '}
        <DateTime utc={askedAtUtc} zone={zone} />
      </p>
      <ApplicationDialog
        {...dialog}
        taken={applications.map((each) => each.applicationName)}
        isOpen={opened === 'approve'}
      />
      <DeclineDialog {...dialog} isOpen={opened === 'decline'} />
    </li>
  );
}

const ApplicationDialog = lazyDialog(() =>
  import('./application-dialogs.tsx').then((module) => module.ApplicationDialog),
);
const DeclineDialog = lazyDialog(() => import('./decline-dialog.tsx').then((module) => module.DeclineDialog));
