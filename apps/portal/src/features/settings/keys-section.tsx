import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getSecretSummary, type KeySummary, resetSecret, type SecretKey } from '@volume/contract/secrets.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { useWhyNotChange } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { PartError } from '#domain/part-error.tsx';

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

const names: Record<SecretKey, string> = { PRIMARY: 'primary key', SECONDARY: 'secondary key' };

interface ResetDialogProps {
  scope: Scope;
  secretKey: SecretKey;
  /** There is a key that the new one puts out of use. */
  isSet: boolean;
  /** There is another key to go on with. */
  isOtherSet: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Makes a new key after a proof of who it is, and shows it this once; nothing closes it by accident while it shows. */
function ResetDialog({ scope, secretKey, isSet, isOtherSet, isOpen, onClose }: ResetDialogProps) {
  const [value, setValue] = useState<string>();
  const write = useReset(scope, setValue);
  const name = names[secretKey];
  if (value !== undefined) {
    const close = () => {
      setValue(undefined);
      onClose();
    };
    return (
      <Dialog isOpen={isOpen} onClose={close} canClose={false} title={`Your new ${name}`}>
        <NewKey value={value} onDone={close} />
      </Dialog>
    );
  }
  const action = isSet ? `Reset the ${name}` : `Create the ${name}`;
  const other = names[secretKey === 'PRIMARY' ? 'SECONDARY' : 'PRIMARY'];
  const rest = isOtherSet
    ? `The ${other} keeps working.`
    : `There is no ${other} to switch to${isSet ? ': create it first to rotate without downtime' : ''}.`;
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write, action }}
      title={`${action}?`}
      isDangerous={isSet}
      onConfirm={() => write.run(secretKey)}
      undone="The key was not changed."
      unknown="The key may have been replaced. Retry to get a new one."
    >
      {isSet ? (
        <Notice tone="held" title={`The current ${name} stops working immediately.`}>
          {`Calls signed with it will be refused. ${rest}`}
        </Notice>
      ) : (
        <p className="m-0 text-ink-2">{`It is shown once, right after it is created. ${rest}`}</p>
      )}
    </ConfirmDialog>
  );
}

function useReset(scope: Scope, onDone: (value: string) => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (key: SecretKey, { stepUp }) =>
      call(resetSecret, { params: { ...scope, key }, applicationId: scope.applicationId, stepUp }),
    ({ value }) => {
      onDone(value);
      for (const name of ['secret', 'activity']) void queryClient.invalidateQueries({ queryKey: [name] });
    },
  );
}

/** The key, shown this once: selected, ready to be copied, gone with "Done". */
function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Before the dialog looks where the focus went that the pressed button took with it.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <>
      <Notice tone="held" title="Copy it now. It won’t be shown again.">
        We don’t store a copy. Save it with your server’s secrets, never in a web page or an app.
      </Notice>
      <textarea
        ref={field}
        readOnly
        rows={2}
        aria-label="The new key"
        spellCheck={false}
        className="mono w-full resize-none rounded border border-line-2 bg-sunken px-3 py-2.5 leading-[1.5] break-all"
        value={value}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={value}>Copy key</CopyButton>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}

/** Which keys an application has, never the keys themselves. */
function secretQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['secret', scope],
    queryFn: ({ signal }) => call(getSecretSummary, { params: scope, signal, applicationId: scope.applicationId }),
  });
}
