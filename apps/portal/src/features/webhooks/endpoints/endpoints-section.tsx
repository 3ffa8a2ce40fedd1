import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { mostWebhookEndpoints } from '@volume/contract/webhooks/webhook-endpoints.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { DocsLink } from '#features/webhooks/docs-link.tsx';
import { webhookAddresses } from '#features/webhooks/webhook-labels.ts';
import { PartError } from '#lists/part-error.tsx';
import { settingsHref } from '#platform/hrefs.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { endpointsQuery } from '#platform/queries/webhook-endpoints-query.ts';
import { EndpointItem } from './endpoint-item.tsx';

/** The endpoints of an application, and below them its specified addresses, which are set in their own part. */
export function EndpointsSection({ application }: { application: Application }) {
  const { merchantId, applicationId } = application;
  const scope = { merchantId, applicationId };
  const { data, error, isFetching, refetch } = useQuery(endpointsQuery(scope));
  const [isOpen, setIsOpen] = useState(false);
  const reason = useChangeDisabledReason();
  const isFull = data !== undefined && data.length >= mostWebhookEndpoints;
  const tooMany = isFull ? `There are ${mostWebhookEndpoints} endpoints. Delete one first.` : undefined;
  const loading = data === undefined ? 'Loading' : undefined;
  return (
    <div className="pt-3">
      <Section
        title="Endpoints"
        action={
          <Button size="s" disabledReason={reason ?? tooMany ?? loading} onClick={() => setIsOpen(true)}>
            Add endpoint…
          </Button>
        }
      >
        <p className="mt-0 mb-3 max-w-[68ch] text-ink-3">
          Each server gets the events that you choose, as a POST signed with its own key. Any 2xx counts as delivered.{' '}
          <DocsLink guide="webhooks">How to verify them</DocsLink>
        </p>
        {data && data.length > 0 && (
          <ul className="m-0 list-none border-b border-line p-0">
            {data.map((endpoint) => (
              <EndpointItem key={endpoint.endpointId} {...{ scope, endpoint }} />
            ))}
          </ul>
        )}
        {data?.length === 0 && (
          <p className="m-0 border-y border-line py-3 text-ink-3">
            No endpoints yet. Add one for each of your servers.
          </p>
        )}
        {error && !data && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
        {!error && !data && <SkeletonLines count={3} />}
        <AddDialog {...{ scope, isOpen }} onClose={() => setIsOpen(false)} />
      </Section>
      <SpecifiedAddresses application={application} />
    </div>
  );
}

function SpecifiedAddresses({ application }: { application: Application }) {
  return (
    <Section
      title="Addresses by kind of event"
      action={<TextLink href={settingsHref('webhooks-callbacks')}>Change</TextLink>}
    >
      <ul className="m-0 list-none border-b border-line p-0">
        {webhookAddresses.map(({ field, label, hint }) => (
          <li key={field} className="border-t border-line py-3">
            <h3 className="m-0 flex flex-wrap items-center gap-x-3 text-m font-medium">
              {label} {application[field] === null && <Tag tone="calm">Not set</Tag>}
            </h3>
            <p className="m-0 text-ink-3 [overflow-wrap:anywhere]">
              {application[field] === null ? hint : <IdText>{application[field]}</IdText>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const AddDialog = lazyDialog(() => import('./endpoint-form-dialog.tsx').then((part) => part.AddEndpointDialog));
