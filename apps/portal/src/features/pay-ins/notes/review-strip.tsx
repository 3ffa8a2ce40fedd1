import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { useEffect } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';
import type { Attention } from './notes-query.ts';

const loadReview = () => import('./review-line.tsx').then((module) => module.ReviewLine);

/**
 * Whether the payment needs attention, directly under the amount. The reason is known with the payment; who has reviewed
 * it and the button follow, in the height reserved for them.
 */
export function ReviewStrip({ row, zone, reason, review }: Attention & { row: PaymentListItem; zone: string }) {
  const { part: ReviewLine, load } = useLazy(loadReview);
  useEffect(() => {
    if (review !== undefined) load();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once the review is known
  }, [review !== undefined]);
  if (reason === undefined) return null;
  return (
    <section
      aria-label="Review"
      className="-mt-[26px] mb-[26px] flex min-h-[60px] items-center gap-x-3 border-b border-line py-2 phone:min-h-[76px]"
    >
      {ReviewLine && review !== undefined ? (
        <ReviewLine {...{ row, review, reason, zone }} />
      ) : (
        <p className="m-0">
          <span className="font-medium">Needs attention:</span> {reason}
        </p>
      )}
    </section>
  );
}
