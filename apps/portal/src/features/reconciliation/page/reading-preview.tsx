import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { type BankLine, isoDay } from '#features/reconciliation/reading/statement.ts';

/** The first lines of a file as they are read now; a sentence when they cannot be; undefined while they are being read. */
export function ReadingPreview({ found }: { found: readonly BankLine[] | string | undefined }) {
  return (
    <div className="min-h-[132px] border-t border-line pt-3" aria-live="polite" aria-busy={found === undefined}>
      <p className="m-0 mb-1.5 text-label text-ink-3">The first lines, read this way</p>
      {typeof found === 'string' && <p className="m-0 text-bad">{found}</p>}
      {typeof found === 'object' && (
        <ul className="m-0 grid list-none gap-1 p-0">
          {found.map((line) => (
            <li key={line.number} className="grid grid-cols-[auto_1fr_auto] gap-3">
              <span className="num text-ink-3">{formatDateTime(isoDay(line.day), 'UTC', 'date')}</span>
              <bdi className="min-w-0 truncate" data-personal>
                {[line.name, line.reference || line.text].filter(Boolean).join(' · ')}
              </bdi>
              <span className="num">{`${line.amount > 0 ? '+' : ''}${formatMoney(line.amount, line.currency)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
