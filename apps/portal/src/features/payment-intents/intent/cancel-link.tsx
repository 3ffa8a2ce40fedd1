import { useQueryClient } from '@tanstack/react-query';
import { cancelPaymentIntent, type PaymentIntent } from '@volume/contract/payment-intents.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { useCanDo } from '#screen/can-do.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import { call } from '#platform/provider-api.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import { keepPaymentIntent, paymentIntentQuery } from './payment-intent-query.ts';

/** Ends a link before it is paid, after a question. Not there where the deployment cannot (contract §9). */
export function CancelLink({ intent }: { intent: PaymentIntent }) {
  const canCancel = useCanDo(cancelPaymentIntent);
  const isReadOnly = useIsReadOnly();
  const [isAsked, setIsAsked] = useState(false);
  if (!canCancel) return null;
  return (
    <>
      <Button
        variant="danger"
        disabledReason={isReadOnly ? 'You don’t have permission to cancel payment links' : undefined}
        onClick={() => setIsAsked(true)}
      >
        Cancel link
      </Button>
      <CancelQuestion intent={intent} isOpen={isAsked} onClose={() => setIsAsked(false)} />
    </>
  );
}

interface CancelQuestionProps {
  intent: PaymentIntent;
  isOpen: boolean;
  onClose: () => void;
}

function CancelQuestion({ intent, isOpen, onClose }: CancelQuestionProps) {
  const queryClient = useQueryClient();
  const { paymentIntentId, paymentRequest } = intent;
  const sum = formatMoney(paymentRequest.amount, paymentRequest.currency);
  const { run, isBusy, refusal, reset } = useWrite(
    () => call(cancelPaymentIntent, { params: { paymentIntentId } }),
    (cancelled) => {
      keepPaymentIntent(queryClient, cancelled);
      toast.good('Payment link cancelled', sum);
      onClose();
    },
  );
  const leave = () => {
    // What was refused may have changed meanwhile: paid, or over.
    if (refusal) void queryClient.invalidateQueries({ queryKey: paymentIntentQuery(paymentIntentId).queryKey });
    reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      canClose={!isBusy}
      title={`Cancel the link for ${sum}?`}
      description="Customers will no longer be able to pay with this link. This cannot be undone."
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            Keep link
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => run({})}>
            Cancel link for {sum}
          </Button>
        </>
      }
    >
      {refusal && (
        <WriteRefusal
          refusal={refusal}
          undone="The link was not cancelled."
          unknown="We couldn’t confirm the cancellation. It’s safe to retry."
        />
      )}
    </Dialog>
  );
}
