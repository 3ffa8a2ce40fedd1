import { Spinner } from '#design/feedback/spinner.tsx';

/** The payout loading screen, in the specification's words (§2 Loading and error screens). */
export function PayoutsPending() {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner sentence="Please wait. Fetching Payouts may take up to 10 seconds." />
    </div>
  );
}
