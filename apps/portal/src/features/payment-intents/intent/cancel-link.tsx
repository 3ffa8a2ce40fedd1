import { useQueryClient } from '@tanstack/react-query';
import { cancelPaymentIntent, type PaymentIntent } from '@volume/contract/payment-intents.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { useCanDo } from '#screen/can-do.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import { call } from '#platform/provider-api.ts';
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
  const write = useWrite(
    () => call(cancelPaymentIntent, { params: { paymentIntentId } }),
    (cancelled) => {
      keepPaymentIntent(queryClient, cancelled);
      toast.good('Payment link cancelled', sum);
      onClose();
    },
  );
  const leave = () => {
    // What was refused may have changed meanwhile: paid, or over.
    if (write.refusal) void queryClient.invalidateQueries({ queryKey: paymentIntentQuery(paymentIntentId).queryKey });
    onClose();
  };
  return (
    <ConfirmDialog
      {...{ isOpen, write }}
      onClose={leave}
      title={`Cancel the link for ${sum}?`}
      description="Customers will no longer be able to pay with this link. This cannot be undone."
      action={`Cancel link for ${sum}`}
      cancel="Keep link"
      isDangerous
      onConfirm={() => write.run({})}
      undone="The link was not cancelled."
      unknown="We couldn’t confirm the cancellation. It’s safe to retry."
    />
  );
}
