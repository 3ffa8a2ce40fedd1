import { useQuery } from '@tanstack/react-query';
import type { KeySummary, SecretKey } from '@volume/contract/secrets.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { PartError } from '#screen/part-error.tsx';
import { useWhyNotChange } from '#platform/session/why-not.ts';
import type { Scope } from '#platform/scope.ts';
import { useZone } from '#platform/preferences.ts';
import { ResetDialog } from './reset-dialog.tsx';
import { secretQuery } from './secret-query.ts';

const titles: Record<SecretKey, string> = { PRIMARY: 'Primary key', SECONDARY: 'Secondary key' };

/** The two keys of an application, by their ends, and the way to new ones. */
export function KeysSection({ scope, canReset }: { scope: Scope; canReset: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(secretQuery(scope));
  const [asked, setAsked] = useState<SecretKey>('PRIMARY');
  const [isOpen, setIsOpen] = useState(false);
  if (error && !data) {
    return (
      <Section title="Keys">
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Section>
    );
  }
  const summaries = { PRIMARY: data?.primaryKey, SECONDARY: data?.secondaryKey };
  const ask = (key: SecretKey) => {
    setAsked(key);
    setIsOpen(true);
  };
  return (
    <Section title="Keys">
      <p className="mt-0 mb-3 max-w-[68ch] text-ink-3">
        Your server signs in to the provider API with either key. To rotate without downtime, switch your server to the
        other key, then reset this one.
      </p>
      {(['PRIMARY', 'SECONDARY'] as const).map((key) => (
        <KeyRow
          key={key}
          title={titles[key]}
          summary={summaries[key]}
          onReset={canReset ? () => ask(key) : undefined}
        />
      ))}
      <div className="border-t border-line" />
      <ResetDialog
        key={asked}
        {...{ scope, isOpen }}
        secretKey={asked}
        isSet={summaries[asked]?.isSet === true}
        isOtherSet={summaries[asked === 'PRIMARY' ? 'SECONDARY' : 'PRIMARY']?.isSet === true}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  );
}

interface KeyRowProps {
  title: string;
  summary: KeySummary | undefined;
  onReset: (() => void) | undefined;
}

function KeyRow({ title, summary, onReset }: KeyRowProps) {
  const reason = useWhyNotChange();
  return (
    <div className="flex items-center gap-4 border-t border-line py-3">
      <div className="min-w-0 grow">
        <h3 className="m-0 text-m font-medium">{title}</h3>
        <KeyState summary={summary} />
      </div>
      {onReset && (
        <Button
          aria-label={`${summary?.isSet === false ? 'Create' : 'Reset'} the ${title.toLowerCase()}…`}
          disabledReason={reason ?? (summary === undefined ? 'Loading' : undefined)}
          onClick={onReset}
        >
          {summary?.isSet === false ? 'Create…' : 'Reset…'}
        </Button>
      )}
    </div>
  );
}

function KeyState({ summary }: { summary: KeySummary | undefined }) {
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
