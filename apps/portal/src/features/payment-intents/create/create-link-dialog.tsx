import { useQueryClient } from '@tanstack/react-query';
import type { Currency } from '@volume/contract/money.ts';
import { createPaymentLink, type PaymentIntent, type PaymentLinkRequest } from '@volume/contract/payment-intents.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { parseAmount } from '#design/forms/parse-amount.ts';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { keepPaymentIntent } from '#features/payment-intents/intent/payment-intent-query.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import { type DraftErrors, type LinkDraft, readDraft } from './link-draft.ts';
import { LinkFields } from './link-fields.tsx';

interface CreateLinkDialogProps {
  isOpen: boolean;
  onClose: () => void;
  currencies: readonly Currency[];
  applicationId: string | undefined;
  draft: LinkDraft;
  onDraft: (draft: LinkDraft) => void;
  onCreated: (paymentIntentId: string) => void;
}

/** Making a payment link. A refusal stands in the dialog, and what was typed stays. */
export function CreateLinkDialog(props: CreateLinkDialogProps) {
  const { isOpen, onClose, currencies, applicationId, draft, onDraft } = props;
  const formId = useId();
  const { run, isBusy, refusal, reset } = useCreateLink(props);
  const { form, errors, submit } = useDraftForm(draft, applicationId, run);
  const amount = parseAmount(draft.amount);
  const leave = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      canClose={!isBusy}
      title="Create a payment link"
      size="l"
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            Create link{amount ? ` for ${formatMoney(amount, draft.currency)}` : ''}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-3.5">
        <LinkFields draft={draft} errors={errors} currencies={currencies} onDraft={onDraft} />
      </form>
      {refusal && (
        <WriteRefusal
          refusal={refusal}
          undone="No link was created."
          unknown="We couldn’t confirm the link. It’s safe to retry: no second link will be created."
        />
      )}
    </Dialog>
  );
}

function useCreateLink({ onClose, onCreated }: CreateLinkDialogProps) {
  const queryClient = useQueryClient();
  return useWrite(
    (body: PaymentLinkRequest, { idempotencyKey }) =>
      call(createPaymentLink, { body, idempotencyKey, applicationId: body.applicationId }),
    (intent: PaymentIntent | undefined, { paymentRequest: { amount, currency } }) => {
      toast.good('Payment link created', formatMoney(amount, currency));
      onClose();
      // An answer may be empty (contract §9 Shapes): the list, read again, has the link.
      if (intent === undefined) return void queryClient.invalidateQueries({ queryKey: ['payment-intents'] });
      keepPaymentIntent(queryClient, intent);
      return onCreated(intent.paymentIntentId);
    },
  );
}

/** Errors stand from the first try on, and go as soon as they are mended. */
function useDraftForm(
  draft: LinkDraft,
  applicationId: string | undefined,
  send: (request: PaymentLinkRequest) => void,
) {
  const zone = useZone();
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  const readAt = (now: number) => readDraft(draft, { applicationId: applicationId ?? '', now, zone });
  const read = readAt(useNow());
  const errors: DraftErrors = tries > 0 && 'errors' in read ? read.errors : {};
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const now = readAt(Date.now());
    if ('errors' in now) setTries(tries + 1);
    else send(now.request);
  };
  return { form, errors, submit };
}
