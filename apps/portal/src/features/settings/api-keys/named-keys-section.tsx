import { useQuery } from '@tanstack/react-query';
import { mostNamedKeys, type NamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { type ComponentProps, Fragment, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { personText } from '#design/text/person-text.ts';
import { PartError } from '#lists/part-error.tsx';
import { useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { moneyText } from './api-key-settings.ts';
import { expiryState, movesMoney, scopesText } from './named-keys.ts';
import { namedKeysQuery } from '#platform/queries/named-keys-query.ts';

interface NamedKeysProps {
  scope: Scope;
  /** The default limit, for keys without their own, in minor units. */
  usual: number | undefined;
}

/** The named keys: their rights, expiry and last use, and buttons to change them. */
export function NamedKeysSection({ scope, usual }: NamedKeysProps) {
  const { data, error, isFetching, refetch } = useQuery(namedKeysQuery(scope));
  const [isOpen, setIsOpen] = useState(false);
  const reason = useChangeDisabledReason();
  const tooMany =
    data && data.length >= mostNamedKeys ? `There are ${mostNamedKeys} keys. Revoke one first.` : undefined;
  const missing = data !== undefined ? undefined : error ? 'The keys could not be read' : 'Loading';
  return (
    <Section
      title="More keys"
      action={
        <Button size="s" disabledReason={reason ?? tooMany ?? missing} onClick={() => setIsOpen(true)}>
          Create key…
        </Button>
      }
    >
      <p className="mt-0 mb-3 max-w-[68ch] text-ink-3">
        Give each server its own key, with only what it needs. What a key can do is set when you create it.
      </p>
      {data && <ExpiryNotice keys={data} />}
      {data && data.length > 0 && (
        <ul className="m-0 list-none border-b border-line p-0">
          {data.map((key) => (
            <NamedKeyRow key={key.keyId} {...{ scope, usual }} named={key} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className="m-0 border-y border-line py-3 text-ink-3">No more keys yet.</p>}
      {error && !data && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonLines count={2} />}
      <CreateDialog {...{ scope, usual, isOpen }} onClose={() => setIsOpen(false)} />
    </Section>
  );
}

/** Names the keys that expire within 14 days, so that servers do not stop unexpectedly. */
function ExpiryNotice({ keys }: { keys: readonly NamedKey[] }) {
  const soon = keys.filter((key) => expiryState(key)?.isOver === false);
  if (soon.length === 0) return null;
  const names = soon.map(({ name }) => `“${name}”`).join(', ');
  return (
    <div className="mb-3">
      <Notice tone="held" title={`${soon.length === 1 ? 'A key expires' : `${soon.length} keys expire`} soon.`}>
        Rotate <bdi>{names}</bdi> and give your server the new key before it is refused.
      </Notice>
    </div>
  );
}

type Asked = 'rename' | 'rotate' | 'revoke';

function NamedKeyRow({ scope, usual, named }: NamedKeysProps & { named: NamedKey }) {
  const { asked, ask } = useAsked<{ what: Asked }>();
  const reason = useChangeDisabledReason();
  const button = (what: Asked, label: string): ComponentProps<typeof Button> => ({
    size: 's',
    disabledReason: reason,
    'aria-label': `${label} ${named.name}…`,
    onClick: () => ask({ what }),
    children: `${label}…`,
  });
  const Asking = asked && dialogs[asked.what];
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow">
          <h3 className="m-0 flex flex-wrap items-center gap-x-3 text-m font-medium [overflow-wrap:anywhere]">
            <bdi>{named.name}</bdi>
            <ExpiryTag named={named} />
          </h3>
          <p className="num m-0 text-ink-3">
            <IdText>{named.maskedValue}</IdText>
          </p>
        </div>
        <Button {...button('rename', 'Rename')} />
        <Button {...button('rotate', 'Rotate')} />
        <Button {...button('revoke', 'Revoke')} />
      </div>
      <NamedKeyFacts {...{ named, usual }} />
      {Asking && <Asking key={asked.count} {...{ scope, named }} {...asked} />}
    </li>
  );
}

function ExpiryTag({ named }: { named: NamedKey }) {
  const state = expiryState(named);
  return state && <Tag tone={state.isOver ? 'bad' : 'held'}>{state.text}</Tag>;
}

function NamedKeyFacts({ named, usual }: { named: NamedKey; usual: number | undefined }) {
  const zone = useZone();
  const { createdAtUtc, updatedAtUtc, expiresAtUtc, lastUsedAtUtc, lastUsedFrom, allowedAddresses } = named;
  const time = (utc: string) => formatDateTime(utc, zone, 'full');
  const used = lastUsedAtUtc === null ? 'Never' : time(lastUsedAtUtc);
  const lines = [
    ['Can do', scopesText(named)],
    ['Created', `${time(createdAtUtc)} by ${personText(named, 'createdBy')}`],
    ...(updatedAtUtc === createdAtUtc ? [] : [['Rotated', time(updatedAtUtc)] as const]),
    ['Expires', expiresAtUtc === null ? 'Never' : time(expiresAtUtc)],
    ['Last used', lastUsedFrom === null ? used : `${used} from ${lastUsedFrom}`],
    ['Allowed from', allowedAddresses.join(', ') || 'Any address'],
    ...(movesMoney(named) && usual !== undefined ? [['Refunds and payouts', moneyText(named, usual)] as const] : []),
  ] as const;
  return (
    <dl className="num mt-2 mb-0 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 phone:grid-cols-1 phone:gap-y-0">
      {lines.map(([term, detail]) => (
        <Fragment key={term}>
          <dt className="text-ink-3">{term}</dt>
          <dd className="m-0 [overflow-wrap:anywhere] phone:mb-1.5">{detail}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const CreateDialog = lazyDialog(() =>
  import('./create-named-key-dialog.tsx').then((part) => part.CreateNamedKeyDialog),
);
const dialogs = {
  rename: lazyDialog(() => import('./named-key-dialogs.tsx').then((part) => part.RenameDialog)),
  rotate: lazyDialog(() => import('./named-key-dialogs.tsx').then((part) => part.RotateDialog)),
  revoke: lazyDialog(() => import('./named-key-dialogs.tsx').then((part) => part.RevokeDialog)),
};
