import { Skeleton } from '#design/feedback/skeleton.tsx';

export interface PaidMerchantProps {
  /** Null where nothing is said of it, undefined while its name is being read. */
  merchant: string | null | undefined;
  /** Reads the names again; undefined unless they could not be read. */
  onNamesAgain: (() => void) | undefined;
}

/** ` to` whom a payment was made; nothing where that is plain from the frame. */
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
