import type { Application } from '@volume/contract/merchants/merchants.ts';
import type { WebhookKind } from '@volume/contract/webhooks/webhooks.ts';
import type { ReactNode } from 'react';
import { TextField } from '#design/controls/text-field.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { DocsLink } from './docs-link.tsx';
import type { AddressChange, Addresses } from './use-addresses.ts';
import { SaveBar } from '#forms/save-bar.tsx';
import { StepUp } from '#forms/step-up.tsx';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { callbackAddresses, kindOfAddress, webhookAddresses } from './webhook-labels.ts';

interface AddressesProps {
  application: Application;
  addresses: Addresses;
  /** Links to the deliveries of a kind, where this deployment logs them. */
  logHref: ((kind: WebhookKind) => string) | undefined;
  testEvent: ReactNode;
}

export function AddressesSection({ application, addresses, logHref, testEvent }: AddressesProps) {
  const reason = useChangeDisabledReason();
  const { form } = addresses;
  const fields = (labels: typeof webhookAddresses) =>
    labels.map(({ field, label, hint }) => {
      const kind = kindOfAddress(field);
      return (
        <TextField
          key={field}
          label={label}
          hint={hint}
          type="url"
          inputMode="url"
          isMono
          maxLength={1000}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          {...form.text(field)}
          readOnly={reason !== undefined}
          aside={kind && logHref && application[field] !== null && <TextLink href={logHref(kind)}>Deliveries</TextLink>}
        />
      );
    });
  return (
    <form
      {...form.element}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined && addresses.changes.length > 0) form.submit();
      }}
    >
      <Group
        title="Webhooks"
        detail={
          <>
            We send each event as a signed PUT request and retry until your server returns 200.{' '}
            <DocsLink guide="webhooks">How to receive webhooks</DocsLink>
          </>
        }
      >
        {fields(webhookAddresses)}
        {testEvent && <div>{testEvent}</div>}
      </Group>
      <Group
        title="Callbacks"
        detail="Where payers go from the pay page. Callback parameters are visible to payers and can be altered. Rely on webhooks for the final status."
      >
        {fields(callbackAddresses)}
      </Group>
      {reason !== undefined && <p className="mt-6 mb-0 text-ink-3">{reason}.</p>}
      {addresses.changes.length > 0 && <SaveAddresses addresses={addresses} reason={reason} />}
      {/* Makes Enter in a field submit the form, even while the save bar is not rendered. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

function Group({ title, detail, children }: { title: string; detail: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[240px_minmax(0,560px)] gap-x-11 gap-y-4 border-b border-line py-7 last-of-type:border-b-0 max-[900px]:grid-cols-[minmax(0,1fr)]"
    >
      <div>
        <h2 className="m-0 mb-1 font-strong">{title}</h2>
        <p className="m-0 text-ink-3">{detail}</p>
      </div>
      <div className="grid gap-5">{children}</div>
    </section>
  );
}

const addressLabels = [...webhookAddresses, ...callbackAddresses];

/** Lists what saving would change and asks for a step-up if required. */
function SaveAddresses({ addresses, reason }: { addresses: Addresses; reason: string | undefined }) {
  const { form, changes, write, discard } = addresses;
  const { isBusy, isAskingForProof, refusal } = write;
  const action = changes.length === 1 ? 'Save change' : `Save ${changes.length} changes`;
  return (
    <>
      <Dialog isOpen={isAskingForProof} onClose={write.reset} canClose={!isBusy} title="Save addresses">
        {isAskingForProof && <StepUp {...{ write, action }} />}
      </Dialog>
      <SaveBar
        {...{ action, isBusy, reason }}
        refusal={isAskingForProof || form.isOnField ? undefined : refusal}
        onSave={form.submit}
        onDiscard={discard}
      >
        <dl className="m-0 grid max-h-[40vh] min-w-0 grow basis-[320px] gap-1.5 overflow-y-auto">
          {changes.map((change) => (
            <ChangeLine key={change.field} change={change} />
          ))}
        </dl>
      </SaveBar>
    </>
  );
}

function ChangeLine({ change: { field, from, to } }: { change: AddressChange }) {
  return (
    <div className="grid grid-cols-[180px_minmax(0,1fr)] gap-x-3 phone:grid-cols-[minmax(0,1fr)]">
      <dt className="text-ink-3">{addressLabels.find((each) => each.field === field)?.label}</dt>
      <dd className="m-0 grid">
        <del className="text-ink-3 [overflow-wrap:anywhere]">{from === null ? 'none' : <IdText>{from}</IdText>}</del>
        <ins className="no-underline">{to === null ? 'none' : <IdText>{to}</IdText>}</ins>
      </dd>
    </div>
  );
}
