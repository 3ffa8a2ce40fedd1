import { type ApiKeySettings, type ApiKeySummary, setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { Fragment, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { useReservedHeight } from '#lists/stored.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { moneyText } from './api-key-settings.ts';

const ApiKeySettingsDialog = lazyDialog(() =>
  import('./api-key-settings-dialog.tsx').then((module) => module.ApiKeySettingsDialog),
);

interface ApiKeyRowProps {
  scope: Scope;
  title: string;
  summary: ApiKeySummary | undefined;
  settings: ApiKeySettings | null | undefined;
  /** The default limit, for keys without their own, in minor units. */
  usual: number | undefined;
  onReset: (() => void) | undefined;
  /** True when the row's content has loaded; undefined where there is no such content. */
  isWhole: boolean | undefined;
}

/** One key: its last characters, its settings, and buttons to change or reset it. */
export function ApiKeyRow({ scope, title, summary, settings, usual, onReset, isWhole }: ApiKeyRowProps) {
  const reason = useChangeDisabledReason();
  const canSet = useCanDo(setApiKeySettings);
  // Counts the openings, so that each one starts from the current settings.
  const [edit, setEdit] = useState({ nth: 0, isOpen: false });
  const name = title.toLowerCase();
  return (
    <div {...useReservedHeight(name.replace(' ', '_'), isWhole)} className="border-t border-line py-3">
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">
          <h3 className="m-0 text-m font-medium">{title}</h3>
          <ApiKeyState summary={summary} />
        </div>
        {settings && canSet && (
          <Button
            aria-label={`Edit the ${name}…`}
            disabledReason={reason}
            onClick={() => setEdit(({ nth }) => ({ nth: nth + 1, isOpen: true }))}
          >
            Edit…
          </Button>
        )}
        {onReset && (
          <Button
            aria-label={`${summary?.isSet === false ? 'Create' : 'Reset'} the ${name}…`}
            disabledReason={reason ?? (summary === undefined ? 'Loading' : undefined)}
            onClick={onReset}
          >
            {summary?.isSet === false ? 'Create…' : 'Reset…'}
          </Button>
        )}
      </div>
      {settings && usual !== undefined && (
        <>
          <ApiKeyUse {...{ settings, usual }} />
          <ApiKeySettingsDialog
            key={edit.nth}
            {...{ scope, settings, usual }}
            isOpen={edit.isOpen}
            onClose={() => setEdit({ ...edit, isOpen: false })}
          />
        </>
      )}
    </div>
  );
}

/** The last use of a key, the addresses it works from, and the amount it can move without a person. */
function ApiKeyUse({ settings, usual }: { settings: ApiKeySettings; usual: number }) {
  const zone = useZone();
  const { lastUsedAtUtc, lastUsedFrom, allowedAddresses } = settings;
  const used = lastUsedAtUtc === null ? 'Never' : formatDateTime(lastUsedAtUtc, zone, 'full');
  const lines = [
    ['Last used', lastUsedFrom === null ? used : `${used} from ${lastUsedFrom}`],
    ['Allowed from', allowedAddresses.join(', ') || 'Any address'],
    ['Refunds and payouts', moneyText(settings, usual)],
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

function ApiKeyState({ summary }: { summary: ApiKeySummary | undefined }) {
  const zone = useZone();
  if (!summary) return <Skeleton width={180} />;
  if (!summary.isSet) return <p className="m-0 text-ink-3">Not set</p>;
  const since = summary.updatedAtUtc && formatDateTime(summary.updatedAtUtc, zone, 'full');
  return (
    <p className="num m-0 flex flex-wrap gap-x-3 text-ink-3">
      {summary.maskedValue && <IdText>{summary.maskedValue}</IdText>}
      <span>{since ? `Set ${since}` : 'Set'}</span>
    </p>
  );
}
