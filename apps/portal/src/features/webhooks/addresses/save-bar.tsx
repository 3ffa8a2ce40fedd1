import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { callbackAddresses, webhookAddresses } from '#features/webhooks/webhook-words.ts';
import { StepUp } from '#forms/step-up.tsx';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import type { AddressChange, Addresses } from './use-addresses.ts';

const words = [...webhookAddresses, ...callbackAddresses];

/** What saving would change, line by line, and the two ways on. */
export function SaveBar({ addresses, reason }: { addresses: Addresses; reason: string | undefined }) {
  const { form, changes, write, discard } = addresses;
  const { isBusy, isAskingForProof, refusal } = write;
  const action = changes.length === 1 ? 'Save change' : `Save ${changes.length} changes`;
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-0 z-10 mt-4 grid gap-2.5 border-t border-line-2 bg-paper py-3 phone:-mx-4 phone:px-4"
    >
      <Dialog isOpen={isAskingForProof} onClose={write.reset} canClose={!isBusy} title="Save addresses">
        {isAskingForProof && <StepUp {...{ write, action }} />}
      </Dialog>
      {refusal && !isAskingForProof && !form.isOnField && (
        <WriteRefusal
          refusal={refusal}
          undone="Nothing was saved."
          unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
        >
          Your changes are still here.
        </WriteRefusal>
      )}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2.5">
        <dl className="m-0 grid max-h-[40vh] min-w-0 grow basis-[320px] gap-1.5 overflow-y-auto">
          {changes.map((change) => (
            <ChangeLine key={change.field} change={change} />
          ))}
        </dl>
        <div className="ml-auto flex gap-2">
          <Button variant="quiet" onClick={discard} disabledReason={isBusy ? 'Saving' : undefined}>
            Discard
          </Button>
          <Button variant="primary" busy={isBusy} disabledReason={reason} onClick={form.submit}>
            {action}
          </Button>
        </div>
      </div>
    </section>
  );
}

function ChangeLine({ change: { field, from, to } }: { change: AddressChange }) {
  return (
    <div className="grid grid-cols-[180px_minmax(0,1fr)] gap-x-3 phone:grid-cols-[minmax(0,1fr)]">
      <dt className="text-ink-3">{words.find((each) => each.field === field)?.label}</dt>
      <dd className="m-0 grid">
        <del className="text-ink-3 [overflow-wrap:anywhere]">{from === null ? 'none' : <IdText>{from}</IdText>}</del>
        <ins className="no-underline">{to === null ? 'none' : <IdText>{to}</IdText>}</ins>
      </dd>
    </div>
  );
}
