import { useQueryClient } from '@tanstack/react-query';
import {
  pauseWebhookEndpoint,
  testWebhookEndpoint,
  type WebhookEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { personText } from '#design/text/person-text.ts';
import { stateLabels } from '#features/webhooks/webhook-labels.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { useCapability } from '#platform/calls/capabilities.ts';
import { settingsHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { endpointKeys, endpointsQuery } from '#platform/queries/webhook-endpoints-query.ts';
import { Confirmation } from './confirmation.tsx';
import { about, endpointState, typesText } from './endpoints-query.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

type Asked = 'test' | 'change' | 'rotate' | 'delete';
interface ItemProps {
  scope: Scope;
  endpoint: WebhookEndpoint;
}

/** An endpoint with its state, what it receives, and buttons to change it. */
export function EndpointItem({ scope, endpoint }: ItemProps) {
  const zone = useZone();
  const { asked, ask } = useAsked<{ what: Asked }>();
  const reason = useChangeDisabledReason();
  const button = (what: Asked, label: string): ComponentProps<typeof Button> => ({
    size: 's',
    disabledReason: reason,
    'aria-label': `${label} ${endpoint.name}…`,
    onClick: () => ask({ what }),
    children: `${label}…`,
  });
  const canTest = useCapability(testWebhookEndpoint);
  const { tone, text } = endpointState(endpoint, zone);
  const Asking = asked && dialogs[asked.what];
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-[320px] phone:basis-full">
          <h3 className="m-0 flex flex-wrap items-center gap-x-3 text-m font-medium [overflow-wrap:anywhere]">
            <bdi>{endpoint.name}</bdi>
            <Tag tone={tone}>{text}</Tag>
          </h3>
          <p className="m-0 text-ink-3 [overflow-wrap:anywhere]">
            <IdText>{endpoint.url}</IdText>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {endpoint.confirmedAtUtc !== null && canTest && (
            <Button
              {...button('test', 'Send a test event')}
              disabledReason={reason ?? (endpoint.pausedAtUtc === null ? undefined : 'Resume it first')}
              aria-label={`Send a test event to ${endpoint.name}…`}
            />
          )}
          <Button {...button('change', 'Change')} />
          <PauseButton {...{ scope, endpoint }} />
          <Button {...button('rotate', 'Rotate key')} />
          <Button {...button('delete', 'Delete')} />
        </div>
      </div>
      <Facts {...{ endpoint, zone }} />
      {endpoint.confirmedAtUtc === null && <Confirmation {...{ scope, endpoint }} />}
      {endpoint.pausedAtUtc !== null && (
        <p className="mt-2 mb-0 max-w-[68ch] text-ink-3">
          Nothing is sent while it is paused. Events during the pause are not sent later: after the pause, your server
          catches up with GET events.
        </p>
      )}
      {Asking && <Asking key={asked.count} {...{ scope, endpoint }} {...asked} />}
    </li>
  );
}

/** Needs no step-up, so that a server in trouble can be spared immediately. */
function PauseButton({ scope, endpoint }: ItemProps) {
  const queryClient = useQueryClient();
  const reason = useChangeDisabledReason();
  const isPaused = endpoint.pausedAtUtc !== null;
  const write = useWrite(
    (body: { isPaused: boolean }) => call(pauseWebhookEndpoint, { ...about(scope, endpoint), body }),
    (saved) => {
      const { queryKey } = endpointsQuery(scope);
      queryClient.setQueryData(queryKey, (all) =>
        all?.map((each) => (each.endpointId === saved.endpointId ? saved : each)),
      );
      invalidate(queryClient, endpointKeys.all, webhookDeliveryKeys.all);
    },
  );
  const label = isPaused ? 'Resume' : 'Pause';
  return (
    <>
      <Button
        size="s"
        busy={write.isBusy}
        disabledReason={reason}
        aria-label={`${label} ${endpoint.name}`}
        onClick={() => write.run({ isPaused: !isPaused })}
      >
        {label}
      </Button>
      {write.refusal && (
        <div className="order-last w-0 min-w-full">
          <WriteRefusal refusal={write.refusal} undone="Nothing was changed." />
        </div>
      )}
    </>
  );
}

function Facts({ endpoint, zone }: { endpoint: WebhookEndpoint; zone: string }) {
  const { endpointId, types, lastDelivery, keys, createdAtUtc } = endpoint;
  const time = (utc: string) => formatDateTime(utc, zone, 'full');
  const key = keys.at(-1);
  const former = keys.length > 1 ? keys[0] : undefined;
  const log = settingsHref('webhooks-callbacks', { view: 'deliveries', endpointId: endpoint.endpointId });
  const lines: { term: string; detail: ReactNode }[] = [
    { term: 'Events', detail: typesText(types) },
    {
      term: 'Last delivery',
      detail: lastDelivery ? (
        <TextLink
          href={log}
        >{`${lookOf(stateLabels, lastDelivery.state).label}, ${time(lastDelivery.createdAtUtc)}`}</TextLink>
      ) : (
        'None yet'
      ),
    },
    { term: 'Signing key', detail: key && <PublicKey publicKey={key.publicKey} name={endpoint.name} /> },
    { term: 'Former key', detail: former?.endsAtUtc && `Also signs until ${time(former.endsAtUtc)}` },
    { term: 'Id', detail: <IdText>{endpointId}</IdText> },
    { term: 'Created', detail: `${time(createdAtUtc)} by ${personText(endpoint, 'createdBy')}` },
  ];
  return (
    <dl className="num mt-2 mb-0 grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 phone:grid-cols-1 phone:gap-y-0">
      {lines
        .filter(({ detail }) => detail)
        .map(({ term, detail }) => (
          <Fragment key={term}>
            <dt className="text-ink-3">{term}</dt>
            <dd className="m-0 [overflow-wrap:anywhere] phone:mb-1.5">{detail}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

function PublicKey({ publicKey, name }: { publicKey: string; name: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <IdText>{publicKey}</IdText>
      <CopyButton text={publicKey} size="s" variant="quiet" aria-label={`Copy the key of ${name}`}>
        Copy
      </CopyButton>
    </span>
  );
}

const dialogs = {
  test: lazyDialog(() => import('./test-endpoint-dialog.tsx').then((part) => part.TestEndpointDialog)),
  change: lazyDialog(() => import('./endpoint-form-dialog.tsx').then((part) => part.ChangeEndpointDialog)),
  rotate: lazyDialog(() => import('./endpoint-dialogs.tsx').then((part) => part.RotateKeyDialog)),
  delete: lazyDialog(() => import('./endpoint-dialogs.tsx').then((part) => part.DeleteEndpointDialog)),
};
