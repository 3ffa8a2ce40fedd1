import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants.ts';
import { addressOfKind, type WebhookKind, webhookKinds, type WebhookSample } from '@volume/contract/webhooks.ts';
import { useState } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { kindWords } from '#features/webhooks/webhook-words.ts';
import type { Scope } from '#platform/scope.ts';
import { PartError } from '#screen/part-error.tsx';
import { CodeBlock } from './code-block.tsx';
import { curlCommand } from './curl-command.ts';
import { prettyJson } from './pretty-json.ts';
import { samplesQuery } from './webhook-key.ts';

interface SamplesProps {
  scope: Scope;
  application: Application;
  /** Puts a sample into the check beside it. */
  onCheck: (sample: WebhookSample) => void;
}

const options = webhookKinds.map((value) => ({ value, label: kindWords[value] }));
/** Where a command goes while no address is set. */
const ownMachine = 'http://localhost:8080/webhooks';

/** A truly signed example of each kind, and the command that sends it to a server under development. */
export function SampleEvents({ scope, application, onCheck }: SamplesProps) {
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
