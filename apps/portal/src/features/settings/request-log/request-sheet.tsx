import { exportRequestLog, type LoggedRequest, type RefusedKey } from '@volume/contract/request-log/request-log.ts';
import { useState } from 'react';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { formatDateTime, zoneName } from '#design/text/format-date.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { CodeBlock } from '#features/webhooks/code-block.tsx';
import { DocsLink } from '#features/webhooks/docs-link.tsx';
import { payInHref, paymentLinkHref, payoutsHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { apiUrl } from '#platform/settings.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { keyLabels, revokedKey } from './key-labels.ts';
import { isPartial, requestAsCurl } from './request-as-curl.ts';
import { duration, fullPath, StatusTag } from './request-list.tsx';
import { labelOf } from '#design/text/format-text.ts';

interface SheetProps {
  /** Undefined when no call is open. */
  request: LoggedRequest | undefined;
  applicationId: string;
  /** The list of all calls with this key. */
  keyHref: (key: string) => string;
  onClose: () => void;
}

export function RequestSheet({ request, applicationId, keyHref, onClose }: SheetProps) {
  // Keeps the content visible while the sheet closes.
  const [shown, setShown] = useState(request);
  if (request !== undefined && request !== shown) setShown(request);
  if (shown === undefined) return null;
  return (
    <Sheet isOpen={request !== undefined} onClose={onClose} title="Call with a key" side="right">
      <RequestStory key={shown.id} request={shown} {...{ applicationId, keyHref }} />
    </Sheet>
  );
}

type StoryProps = Pick<SheetProps, 'applicationId' | 'keyHref'> & { request: LoggedRequest };

function RequestStory({ request, applicationId, keyHref }: StoryProps) {
  const link = objectLink(request);
  return (
    <div className="grid gap-6 p-5 pb-10">
      <div className="pr-10">
        <StatusTag status={request.status} />
        <h2 className="mono m-0 mt-2 text-m font-strong [overflow-wrap:anywhere]" translate="no">
          <bdi>
            {request.method} {fullPath(request)}
          </bdi>
        </h2>
        {request.errorMessage !== null && (
          <p className="mt-2 mb-0 text-ink-2">
            <bdi>{request.errorMessage}</bdi>
          </p>
        )}
        {link && (
          <p className="mt-2 mb-0">
            <TextLink href={link.href}>{link.label}</TextLink>
          </p>
        )}
      </div>
      <Facts request={request} keyHref={keyHref} />
      <Repeat request={request} applicationId={applicationId} />
      {request.headers.length > 0 && (
        <Section title="Headers that were sent">
          <CodeBlock label="Headers" text={request.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
        </Section>
      )}
    </div>
  );
}

const titleOfKey = (key: string): string => (key === 'PRIMARY' || key === 'SECONDARY' ? keyLabels[key] : revokedKey);

const endings = { RESET: 'Reset', ROTATED: 'Rotated', REVOKED: 'Revoked', EXPIRED: 'Expired' } as const;

/** Since when a known key is refused; undefined for an unknown one. */
function endingOf(refused: RefusedKey | null | undefined, zone: string): string | undefined {
  if (!refused) return undefined;
  const { ended, endedAtUtc } = refused;
  if (ended === null || endedAtUtc === null) return 'Not accepted';
  return `${labelOf(endings, ended)} on ${formatDateTime(endedAtUtc, zone, 'full')}`;
}

/** The key of a call, also of a refused one, and the list of all such calls. */
function KeyOfCall({ request, keyHref }: Pick<StoryProps, 'request' | 'keyHref'>) {
  const { key, keyName, refusedKey } = request;
  const zone = useZone();
  const canFilter = useCanDo(exportRequestLog);
  const sent = key === null ? refusedKey : { key, name: keyName };
  const ending = key === null ? endingOf(refusedKey, zone) : undefined;
  return (
    <>
      <bdi className="block">{sent ? (sent.name ?? titleOfKey(sent.key)) : keyLabels.NOT_ACCEPTED}</bdi>
      {ending !== undefined && <span className="block text-ink-2">{ending}</span>}
      {canFilter && (
        <TextLink href={keyHref(key ?? 'NOT_ACCEPTED')}>
          {key === null ? 'All calls without an accepted key' : 'All calls with this key'}
        </TextLink>
      )}
    </>
  );
}

function Facts({ request, keyHref }: Pick<StoryProps, 'request' | 'keyHref'>) {
  const { atUtc, code, durationMs, address, traceId } = request;
  const zone = useZone();
  return (
    <DescriptionList
      items={[
        { term: 'Time', detail: toTheSecond(atUtc, zone) },
        { term: 'Key', detail: <KeyOfCall request={request} keyHref={keyHref} /> },
        {
          term: 'Code',
          detail: code && (
            <>
              <span className="block">{code}</span>
              <DocsLink guide={`errors#${code}`}>About this code</DocsLink>
            </>
          ),
        },
        { term: 'Duration', detail: duration(durationMs) },
        copied('Address', address),
        copied('Trace', traceId),
      ]}
    />
  );
}

const toTheSecond = (utc: string, zone: string): string =>
  `${formatDateTime(utc, zone, 'date')}, ${formatDateTime(utc, zone, 'time')} ${zoneName(zone)}`;

function Repeat({ request, applicationId }: { request: LoggedRequest; applicationId: string }) {
  const command = requestAsCurl(request, { applicationId, urlOf: apiUrl });
  return (
    <Section
      title="Request as curl"
      action={
        <CopyButton text={command} size="s">
          Copy
        </CopyButton>
      }
    >
      <CodeBlock label="Command" text={command} />
      <p className="mt-2 mb-0 text-ink-3">{hintOf(request)}</p>
    </Section>
  );
}

function hintOf(request: LoggedRequest): string {
  const parts = ['Set APPLICATION_SECRET to your key first: keys are never stored.'];
  if (request.key === null) parts.push('Without an accepted key, what the call sent is not stored either.');
  else if (isPartial(request)) parts.push('Replace each … yourself: that value is not stored.');
  if (request.headers.some(({ name }) => name === 'idempotency-key'))
    parts.push('With the same idempotency-key, nothing is done twice.');
  return parts.join(' ');
}

/** The page of the object that a call names or made. */
function objectLink({ path, objectIds, status }: LoggedRequest): { href: string; label: string } | undefined {
  const [id] = objectIds;
  if (id === undefined || status === 404) return undefined;
  if (path.startsWith('payments/')) return { href: payInHref(id), label: 'Open the payment' };
  if (path.startsWith('paymentintents/')) return { href: paymentLinkHref(id), label: 'Open the payment link' };
  return /\/(payouts|outbound-payments)/.test(path)
    ? { href: payoutsHref({ payout: id }), label: 'Open the payout' }
    : undefined;
}
