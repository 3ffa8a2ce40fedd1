import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants.ts';
import { listWebhookSamples } from '@volume/contract/webhooks.ts';
import { useState } from 'react';
import { Section } from '#design/layout/section.tsx';
import { IdText } from '#design/text/id-text.tsx';
import type { Scope } from '#platform/scope.ts';
import { CanDo } from '#screen/can-do.tsx';
import { SampleEvents } from './sample-events.tsx';
import { SignatureCheck } from './signature-check.tsx';
import type { Claim } from './verify-signature.ts';
import { keyAddress, webhookKeyQuery } from './webhook-key.ts';

/** What events look like, how they are signed, and whether a signature holds. */
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
            is not yours or the time is more than five minutes away. Test events say x-test-event: true.
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
