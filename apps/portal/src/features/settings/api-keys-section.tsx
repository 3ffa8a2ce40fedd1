import { useQuery } from '@tanstack/react-query';
import { getApiKeySettings, type ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import { useState } from 'react';
import { Section } from '#design/layout/section.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { settingsHref } from '#platform/hrefs.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { apiKeysQuery } from '#platform/queries/api-keys-query.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { OpenedByHash } from '#platform/use-opened-by-hash.ts';
import { DocsLink } from '#features/webhooks/docs-link.tsx';
import { PartError } from '#lists/part-error.tsx';
import { ApiKeyRow } from './api-keys/api-key-row.tsx';
import { apiKeySettingsQuery, apiKeyTitles, settingsOf } from './api-keys/api-key-settings.ts';
import { ResetApiKeyDialog } from './api-keys/reset-api-key-dialog.tsx';

/** The last characters of an application's two keys, and buttons to create or reset them. */
export function ApiKeysSection({ scope, canReset }: { scope: Scope; canReset: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(apiKeysQuery(scope));
  const [asked, setAsked] = useState<ApiKeySlot>('PRIMARY');
  const [isOpen, setIsOpen] = useState(false);
  const reason = useChangeDisabledReason();
  const canLimit = useCanDo(getApiKeySettings);
  const allowed = useQuery({ ...apiKeySettingsQuery(scope), enabled: canLimit });
  const isWhole = data !== undefined && (!canLimit || allowed.data !== undefined);
  if (error && !data) {
    return (
      <Section title="Keys">
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Section>
    );
  }
  const summaries = { PRIMARY: data?.primaryKey, SECONDARY: data?.secondaryKey };
  const ask = (key: ApiKeySlot) => {
    // The dialog says when both keys were last used.
    if (canLimit) void allowed.refetch();
    setAsked(key);
    setIsOpen(true);
  };
  return (
    <Section title="Keys" action={<RequestLogLink />}>
      <OpenedByHash
        hash="new-key"
        isReady={canReset && reason === undefined && data?.primaryKey.isSet === false}
        onOpen={() => ask('PRIMARY')}
      />
      <p className="mt-0 mb-3 max-w-[68ch] text-ink-3">
        Your server signs in to the provider API with either key. To rotate without downtime, switch your server to the
        other key, then reset this one. <DocsLink guide="keys">How to use a key</DocsLink>
      </p>
      {(['PRIMARY', 'SECONDARY'] as const).map((key) => (
        <ApiKeyRow
          key={key}
          {...{ scope }}
          title={apiKeyTitles[key]}
          summary={summaries[key]}
          settings={settingsOf(allowed.data, key)}
          isWhole={isWhole ? true : allowed.error ? undefined : false}
          usual={allowed.data?.usualMoneyLimit}
          onReset={canReset ? () => ask(key) : undefined}
        />
      ))}
      <div className="border-t border-line" />
      {allowed.error && !allowed.data && (
        <PartError error={allowed.error} busy={allowed.isFetching} onRetry={() => void allowed.refetch()} />
      )}
      <ResetApiKeyDialog
        key={asked}
        {...{ scope, isOpen }}
        slot={asked}
        summaries={summaries}
        settings={allowed.data}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  );
}

/** Not the endpoint itself, which would load its schemas with this page. */
const requestLog = { method: 'GET', path: 'merchants/{}/applications/{}/requests', origin: 'ours' } as const;

function RequestLogLink() {
  return useCanDo(requestLog) ? <TextLink href={settingsHref('requests')}>Request log</TextLink> : null;
}
