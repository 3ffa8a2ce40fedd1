import { useQueryClient } from '@tanstack/react-query';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { type PaymentReview, reviewPayment, undoPaymentReview } from '@volume/contract/pay-ins/notes.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextArea } from '#design/controls/text-field.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { personText } from '#design/text/person-text.ts';
import { useKeptFocus } from '#design/overlay/keep-focus.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { optionalText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { overviewKeys, payInKeys } from '#platform/queries/shared-keys.ts';
import { useIsReadOnly, usePermitted } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { notesQuery } from './notes-query.ts';

interface ReviewLineProps {
  row: PaymentListItem;
  review: PaymentReview | null;
  reason: string;
  zone: string;
}

/** Whether a payment that needs attention was reviewed; the note of the review is one of the payment's notes. */
export function ReviewLine({ row, review, reason, zone }: ReviewLineProps) {
  const mayWrite = usePermitted(['PAY_BY_LINK']);
  const isOpen = review?.isCurrent !== true;
  return (
    <>
      <div className="min-w-0 flex-1">
        {review && (
          <p className={`m-0 ${review.isCurrent ? '' : 'text-ink-3'}`}>
            Reviewed by <bdi className="[overflow-wrap:anywhere]">{personText(review, 'reviewedBy')}</bdi>,{' '}
            <DateTime utc={review.reviewedAtUtc} zone={zone} />
            {!review.isCurrent && ', before the payment changed'}
          </p>
        )}
        {isOpen && (
          <p className="m-0">
            <span className="font-medium">Needs attention:</span> {reason}
          </p>
        )}
      </div>
      {mayWrite && (isOpen ? <MarkReviewed paymentId={row.paymentId} /> : <Undo paymentId={row.paymentId} />)}
    </>
  );
}

/** Refetches everything that shows the review state: the payment's page, filtered lists and the overview's counts. */
function useShowAgain(paymentId: string) {
  const queryClient = useQueryClient();
  return () => invalidate(queryClient, notesQuery(paymentId).queryKey, payInKeys.all, overviewKeys.all);
}

const schema = z.object({ note: optionalText(reviewPayment.body.shape.note, 'The note') });

function MarkReviewed({ paymentId }: { paymentId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isReadOnly = useIsReadOnly();
  const showAgain = useShowAgain(paymentId);
  const write = useWrite(
    (body: z.output<typeof schema>) => call(reviewPayment, { params: { paymentId }, body }),
    () => {
      showAgain();
      setIsOpen(false);
    },
  );
  const form = useForm({ schema, values: { note: '' }, write });
  const close = () => {
    // Another user may have reviewed the payment first.
    if (write.refusal) showAgain();
    setIsOpen(false);
  };
  return (
    <>
      <Button
        disabledReason={isReadOnly ? 'You have read-only access' : undefined}
        onClick={() => setIsOpen(true)}
        className="print:hidden"
      >
        Mark as reviewed
      </Button>
      <FormDialog
        {...{ form, write, isOpen }}
        onClose={close}
        title="Mark as reviewed?"
        description="It will be removed from Needs attention unless it later fails or is held. No money moves."
        action="Mark as reviewed"
        undone="The payment was not marked."
      >
        <TextArea label="Note (optional)" rows={3} {...form.text('note')} />
      </FormDialog>
    </>
  );
}

function Undo({ paymentId }: { paymentId: string }) {
  const isReadOnly = useIsReadOnly();
  const write = useWrite(() => call(undoPaymentReview, { params: { paymentId } }), useShowAgain(paymentId));
  // The button disappears when its action succeeds.
  useKeptFocus(write.isBusy);
  return (
    <>
      <Button
        variant="quiet"
        busy={write.isBusy}
        disabledReason={isReadOnly ? 'You have read-only access' : undefined}
        onClick={() => write.run(undefined)}
        className="print:hidden"
      >
        Undo review
      </Button>
      {write.refusal && <WriteRefusal refusal={write.refusal} undone="It is still marked as reviewed." />}
    </>
  );
}
