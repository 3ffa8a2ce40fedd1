import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount } from '#design/text/format-text.ts';
import { describeLeftOut, isoDay } from '#features/reconciliation/reading/statement.ts';
import type { StatementSummary } from '#features/reconciliation/worker/worker-messages.ts';

/** Whether the balances of a file agree with its lines. */
export function ProofText({ of: { proof, brokenLine, currency = '' } }: { of: StatementSummary }) {
  const money = (minor: number): string => formatMoney(minor, currency);
  if (proof.kind === 'agrees')
    return `Balances agree: ${linesText(proof.lines)}, ${money(proof.opening)} → ${money(proof.closing)}`;
  if (proof.kind === 'unproved')
    return 'Nothing in the file proves its lines: it has too few balances to compare them with';
  const { expected, found } = proof;
  return (
    <>
      Balances do not agree {brokenLine ? `after line ${formatCount(brokenLine.number)}` : 'before the first line'}
      {brokenLine && (
        <>
          {' '}
          ({formatDateTime(isoDay(brokenLine.day), 'UTC', 'date')}
          {brokenLine.name && (
            <>
              , <bdi data-personal>{brokenLine.name}</bdi>
            </>
          )}
          , {money(brokenLine.amount)})
        </>
      )}
      : the file states {money(found)}, its lines add up to {money(expected)}. A line or a statement may be missing. No
      figure was changed.
    </>
  );
}

export const linesText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'line' : 'lines'}`;

export const asChosen = 'columns as you chose them';

/** `3 left out (2 not booked yet, 1 without an amount)`, undefined when nothing was. */
export function leftOutText({ leftOut, leftOutBecause }: StatementSummary): string | undefined {
  if (leftOut === 0) return undefined;
  const reasons = describeLeftOut(leftOutBecause);
  return reasons === ''
    ? `${formatCount(leftOut)} without a booked sum left out`
    : `${formatCount(leftOut)} left out (${reasons})`;
}
