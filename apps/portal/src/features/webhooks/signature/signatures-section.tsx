import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { testEventHeader } from '@volume/contract/webhooks/labels.ts';
import {
  addressOfKind,
  listWebhookSamples,
  type WebhookKind,
  webhookKinds,
  type WebhookSample,
} from '@volume/contract/webhooks/webhooks.ts';
import { useState } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { CodeBlock, prettyJson } from '#features/webhooks/code-block.tsx';
import { kindLabels } from '#features/webhooks/webhook-labels.ts';
import type { Scope } from '#platform/scope.ts';
import { CanDo } from '#platform/calls/capabilities.ts';
import { DocsLink } from '#features/webhooks/docs-link.tsx';
import { PartError } from '#lists/part-error.tsx';
import { SignatureCheck } from './signature-check.tsx';
import type { Claim } from './verify-signature.ts';
import { keyAddress, samplesQuery, webhookKeyQuery } from './webhook-key.ts';

export function SignaturesSection({ application }: { application: Application }) {
  const scope: Scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const { data: key } = useQuery(webhookKeyQuery());
  const [claim, setClaim] = useState<Partial<Claim>>({});
  return (
    <div className="grid grid-cols-2 gap-x-11 pt-7 max-[900px]:grid-cols-[minmax(0,1fr)]">
      <div className="min-w-0">
        <Section title="Check a signature">
          <p className="m-0 mb-4 text-ink-3">Paste what your server received. Nothing leaves this browser.</p>
          <p className="m-0 mb-4 text-ink-3">
            Each delivery also has x-signature: the same kind of signature, over x-signature-timestamp, a dot,
            x-signature-application-id, a dot and the raw body. Check it too, and refuse a delivery if the application
            is not yours or the time is more than five minutes away. Test events say x-test-event: true.{' '}
            <DocsLink guide="webhooks">Code that verifies</DocsLink>
          </p>
          <SignatureCheck
            claim={{ body: '', headers: '', key: key ?? '', ...claim }}
            onChange={(part) => setClaim((before) => ({ ...before, ...part }))}
          />
        </Section>
      </div>
      <CanDo call={listWebhookSamples}>
        <div className="min-w-0">
          <Section title="Sample events">
            <p className="m-0 mb-4 text-ink-3">
              Signed with the key at <IdText>{keyAddress()}</IdText>, like every event: SHA-256 with RSA-2048 over the
              raw body.
            </p>
            <SampleEvents
              scope={scope}
              application={application}
              onCheck={({ requestBody: body, authorization: headers }) => setClaim({ body, headers })}
            />
          </Section>
        </div>
      </CanDo>
    </div>
  );
}

interface SamplesProps {
  scope: Scope;
  application: Application;
  onCheck: (sample: WebhookSample) => void;
}

const options = webhookKinds.map((value) => ({ value, label: kindLabels[value] }));
/** The target of the command while no address is set. */
const ownMachine = 'http://localhost:8080/webhooks';

/** A validly signed sample of each kind, with a curl command that sends it to a development server. */
function SampleEvents({ scope, application, onCheck }: SamplesProps) {
  const { data, error, isFetching, refetch } = useQuery(samplesQuery(scope));
  const [kind, setKind] = useState<WebhookKind>('PAYMENT');
  if (error && !data) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  const sample = data?.find((each) => each.kind === kind);
  const url = application[addressOfKind[kind]] ?? ownMachine;
  return (
    <div className="grid gap-3">
      <div>
        <Segmented label="Event" options={options} value={kind} onChange={setKind} />
      </div>
      {sample ? <Sample sample={sample} url={url} onCheck={onCheck} /> : <Skeleton height={320} />}
    </div>
  );
}

function Sample({ sample, url, onCheck }: { sample: WebhookSample; url: string } & Pick<SamplesProps, 'onCheck'>) {
  const { requestBody: body, authorization } = sample;
  const command = curlCommand({ url, body, authorization });
  return (
    <>
      <CodeBlock label="Body" text={prettyJson(body)} />
      <CodeBlock label="Command" text={command} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={command} size="s">
          Copy as curl
        </CopyButton>
        <CopyButton text={body} size="s">
          Copy raw body
        </CopyButton>
        <Button size="s" variant="quiet" onClick={() => onCheck(sample)}>
          Check its signature
        </Button>
      </div>
    </>
  );
}

interface Request {
  url: string;
  body: string;
  /** The sample's header; null where the signature is not shown. */
  authorization: string | null;
  method?: 'PUT' | 'POST';
}

/** A curl command that sends exactly the signed bytes, marked as a test event. */
export function curlCommand({ url, body, authorization, method = 'PUT' }: Request): string {
  return [
    `curl -X ${method} ${quote(url)}`,
    `  -H 'Content-Type: application/json'`,
    ...(authorization === null ? [] : [`  -H ${quote(`Authorization: ${authorization}`)}`]),
    `  -H '${testEventHeader}: true'`,
    `  --data-raw ${quote(body)}`,
  ].join(' \\\n');
}

/** Quotes any text as one word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`;
}
