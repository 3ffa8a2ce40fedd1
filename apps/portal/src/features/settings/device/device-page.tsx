import { useQueryClient } from '@tanstack/react-query';
import { showDeviceCode } from '@volume/contract/api-keys/device-code-text.ts';
import {
  allowDeviceCode,
  daysOfToolKey,
  denyDeviceCode,
  lookUpDeviceCode,
  type WaitingTool,
} from '@volume/contract/api-keys/device-codes.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { scopeDetails } from '#features/settings/api-keys/named-keys.ts';
import { namedKeyKeys } from '#platform/queries/named-keys-query.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { settingsHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type CodeBody, codeSchema } from './device-code.ts';

interface DevicePageProps {
  application: Application;
  /** The code of the link that was opened. */
  code: string;
}

interface Asking {
  tool: WaitingTool;
  userCode: string;
}
type Step = { at: 'code' } | ({ at: 'decide' } & Asking) | { at: 'allowed' | 'denied'; tool: WaitingTool };

/** Where a user types the code of a command line tool, sees who asks for a key, and allows or denies it. */
export function DevicePage({ application, code }: DevicePageProps) {
  const { merchantId, applicationId } = application;
  const scope = { merchantId, applicationId };
  const [step, setStep] = useState<Step>({ at: 'code' });
  const place = useRef<HTMLDivElement>(null);
  // The pressed button was removed with the previous step.
  useEffect(() => {
    if (step.at !== 'code') place.current?.focus();
  }, [step.at]);
  return (
    <div className="max-w-[560px]">
      <Section title="Connect a command line tool">
        <div ref={place} tabIndex={-1} className="outline-none">
          {step.at === 'code' && (
            <CodeForm {...{ scope, code }} onFound={(found) => setStep({ at: 'decide', ...found })} />
          )}
          {step.at === 'decide' && (
            <Decision
              {...{ scope, application }}
              asking={step}
              onDecided={(at) => setStep({ at, tool: step.tool })}
              onBack={() => setStep({ at: 'code' })}
            />
          )}
          {step.at === 'allowed' && (
            <Notice tone="ok" title={<>{step.tool.keyName} has its key.</>}>
              Go back to your terminal. You can revoke the key under{' '}
              <TextLink href={settingsHref('security')}>Security</TextLink>.
            </Notice>
          )}
          {step.at === 'denied' && (
            <Notice tone="info" title="Denied. The tool gets no key.">
              If you didn’t start it, nobody can use that code any more.
            </Notice>
          )}
        </div>
      </Section>
    </div>
  );
}

function CodeForm({ scope, code, onFound }: { scope: Scope; code: string; onFound: (found: Asking) => void }) {
  const reason = useChangeDisabledReason();
  const write = useWrite(
    (body: CodeBody) => call(lookUpDeviceCode, { params: scope, applicationId: scope.applicationId, body }),
    (tool, { userCode }) => onFound({ tool, userCode }),
  );
  const form = useForm({ schema: codeSchema, values: { userCode: code }, write });
  return (
    <form {...form.element} className="grid gap-3.5">
      <p className="m-0 text-ink-3">Compare the code with the one in your terminal, or type it.</p>
      <TextField
        label="Code"
        hint="Eight letters, such as BCDF-GHJK."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        isMono
        {...form.text('userCode')}
      />
      {write.refusal && !form.isOnField && <WriteRefusal refusal={write.refusal} undone="No tool was connected." />}
      <div>
        <Button type="submit" variant="primary" busy={write.isBusy} disabledReason={reason}>
          Continue
        </Button>
      </div>
    </form>
  );
}

interface DecisionProps {
  scope: Scope;
  application: Application;
  asking: Asking;
  onDecided: (how: 'allowed' | 'denied') => void;
  onBack: () => void;
}

function Decision({ scope, application, asking, onDecided, onBack }: DecisionProps) {
  const { tool, userCode } = asking;
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const parts = { params: scope, applicationId: scope.applicationId };
  const decided = (how: 'allowed' | 'denied') => () => {
    invalidate(queryClient, namedKeyKeys.all);
    onDecided(how);
  };
  const allow = useWrite(
    (body: CodeBody, { stepUp }) => call(allowDeviceCode, { ...parts, body, stepUp }),
    decided('allowed'),
  );
  const deny = useWrite((body: CodeBody) => call(denyDeviceCode, { ...parts, body }), decided('denied'));
  return (
    <div className="grid gap-3.5">
      <Facts {...{ tool, userCode, application }} />
      <Notice tone="held" isLive={false} title="Allow it only if you started it yourself.">
        Nobody from our side asks you to open this page or to type a code.
      </Notice>
      {deny.refusal && <WriteRefusal refusal={deny.refusal} undone="It was not denied." />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabledReason={deny.isBusy ? 'Denying' : undefined} onClick={() => setIsOpen(true)}>
          Allow…
        </Button>
        <Button busy={deny.isBusy} onClick={() => deny.run({ userCode })}>
          Deny
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Other code
        </Button>
      </div>
      <ConfirmDialog
        {...{ isOpen }}
        write={allow}
        onClose={() => setIsOpen(false)}
        onConfirm={() => allow.run({ userCode })}
        title={<>Allow {tool.keyName}?</>}
        description={
          <>
            It gets a key of <bdi>{application.applicationName}</bdi> for {daysOfToolKey} days.
          </>
        }
        action="Allow"
        undone="The tool got no key."
        unknown="We couldn’t confirm whether it was allowed. Look at the keys under Security."
      />
    </div>
  );
}

function Facts({ tool, userCode, application }: Asking & { application: Application }) {
  const zone = useZone();
  return (
    <div className="border-b border-line">
      <DescriptionList
        items={[
          { term: 'Code', detail: <IdText>{showDeviceCode(userCode)}</IdText> },
          { term: 'Tool', detail: <bdi>{tool.toolName}</bdi> },
          { term: 'Machine', detail: <bdi>{tool.machineName}</bdi> },
          { term: 'Asked from', detail: tool.fromAddress },
          { term: 'Asked', detail: formatDateTime(tool.askedAtUtc, zone, 'full') },
          { term: 'Application', detail: <bdi>{application.applicationName}</bdi> },
          { term: 'It can', detail: scopeDetails.TOOL },
          { term: 'Key expires', detail: `After ${daysOfToolKey} days` },
        ]}
      />
    </div>
  );
}
