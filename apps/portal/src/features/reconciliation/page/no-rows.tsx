import { EmptyState } from '#design/feedback/empty-state.tsx';
import type { Reconciliation, View } from '#features/reconciliation/reconciliation.ts';

const emptyMessages: Record<View, string> = {
  matched: 'Nothing is matched yet',
  look: 'Nothing left to review',
  bank: 'Every line of the bank has its counterpart',
  here: 'Everything in Volume is on the statement',
};

export function NoRows({ of: { matches, lines }, view }: { of: Reconciliation; view: View }) {
  const isAny = matches.exact.length + matches.proposals.length > 0;
  if (isAny || lines.length === 0 || view === 'bank' || view === 'here')
    return <EmptyState title={emptyMessages[view]} />;
  return (
    <EmptyState
      title="No line matches anything here"
      detail="Check that the account chosen is the one of this statement. Lines can be matched by hand under Only at the bank."
    />
  );
}
