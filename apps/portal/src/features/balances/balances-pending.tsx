import { Spinner } from '#design/feedback/spinner.tsx';

/** The balances overview's loading screen, in the specification's words (§2 Loading and error screens). */
export function BalancesPending() {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner sentence="Please wait. This may take up to 10 seconds." />
    </div>
  );
}
