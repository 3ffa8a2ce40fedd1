import { Skeleton } from '#design/feedback/skeleton.tsx';

export interface PaidMerchantProps {
  /** Null when no merchant is shown, undefined while the name is loading. */
  merchant: string | null | undefined;
  /** Refetches the names; undefined unless loading them failed. */
  onNamesAgain: (() => void) | undefined;
}

/** “to” and the merchant's name; nothing where the frame already shows the merchant. */
export function PaidMerchant({ merchant, onNamesAgain }: PaidMerchantProps) {
  if (onNamesAgain) {
    return (
      <>
        {' '}
        to a merchant whose name could not be loaded (
        <button type="button" className="text-act hover:underline print:hidden" onClick={onNamesAgain}>
          Try Again?
        </button>
        )
      </>
    );
  }
  if (merchant === null) return null;
  return <> to {merchant === undefined ? <Skeleton width={96} /> : <bdi>{merchant}</bdi>}</>;
}
