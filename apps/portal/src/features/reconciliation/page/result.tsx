import { type ReactNode, useState } from 'react';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { Pager } from '#design/table/pager.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatCount } from '#design/text/format-text.ts';
import type { BookEntry } from '#features/reconciliation/matching/books.ts';
import type { BankLine } from '#features/reconciliation/reading/statement.ts';
import { freeEntries, keyOf, linesOf, type View, views } from '#features/reconciliation/reconciliation.ts';
import { isOnItsWay, sumsText, viewLabels } from '#features/reconciliation/reconciliation-labels.ts';
import { reconcileHref } from '#platform/hrefs.ts';
import { BankRow, HereRow, MatchRow } from './match-row.tsx';
import { NoRows } from './no-rows.tsx';
import { Proposals } from './proposals.tsx';
import { type ResultProps, rowsOfPage } from './result-props.ts';
import { SidesHead } from './row.tsx';

export function Result({ of, parts, view, page, onPage, working, position }: ResultProps) {
  return (
    <>
      <Strip of={of} parts={parts} />
      <ViewsBar
        label="Result"
        views={views.map((each) => ({
          label: `${viewLabels[each]} ${formatCount(parts[each].length)}`,
          href: reconcileHref({ view: each }),
          isCurrent: each === view,
        }))}
      />
      {view === 'look' ? (
        <Proposals key={of.print} {...{ of, parts, page, onPage, working, position }} />
      ) : (
        <Rows {...{ of, parts, view, page, onPage, working }} />
      )}
    </>
  );
}

function Strip({ of, parts }: Pick<ResultProps, 'of' | 'parts'>) {
  const { currency } = of;
  const sum = (amounts: readonly { amount: number }[]) => sumsText(amounts, currency);
  const onItsWay = parts.here.some(isOnItsWay);
  const figures: [View, string, string][] = [
    ['matched', 'Matched', sum(linesOf(of, parts.matched))],
    ['look', viewLabels.look, sum(linesOf(of, parts.look))],
    ['bank', viewLabels.bank, sum(parts.bank)],
    ['here', viewLabels.here, `${sum(parts.here)}${onItsWay ? ', some on its way' : ''}`],
  ];
  return (
    <dl className="num m-0 mb-7 grid grid-cols-4 border-y border-line max-[760px]:grid-cols-2">
      {figures.map(([view, name, detail]) => (
        <div
          key={view}
          className="min-w-0 border-l border-line px-5 pt-4 pb-3.5 first:border-0 first:pl-0 max-[760px]:px-3 max-[760px]:odd:border-0 max-[760px]:odd:pl-0 max-[760px]:nth-[n+3]:border-t"
        >
          <dt className="text-label text-ink-3">{name}</dt>
          <dd className="m-0">
            <a href={reconcileHref({ view })} className="block hover:underline">
              <span className="my-0.5 block text-[26px] leading-tight font-strong tracking-[-.025em] phone:text-[21px]">
                {formatCount(parts[view].length)}
              </span>
            </a>
            <span className="block min-h-5 text-label text-ink-3">{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SearchByHandDialog = lazyDialog(() =>
  import('./search-by-hand-dialog.tsx').then((module) => module.SearchByHandDialog),
);

/** The line whose search dialog is open; kept after closing, so that its content does not disappear. */
function useSearch() {
  const [line, setLine] = useState<BankLine>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: BankLine) => {
    setLine(next);
    setIsOpen(true);
  };
  return { line, isOpen, ask, onClose: () => setIsOpen(false) };
}

function Rows({ of, parts, view, page, onPage, working }: Omit<ResultProps, 'position'>) {
  const { note, pair, decisions } = working;
  const { line: sought, ask, ...search } = useSearch();
  const match = (line: BankLine, entry: BookEntry) => {
    pair(line, entry);
    search.onClose();
    toast.good(`Line ${line.number} is matched by hand`);
  };
  const noted = { notes: decisions.notes, onNote: note };
  const shown = <Item,>(all: readonly Item[]) => all.slice((page - 1) * rowsOfPage, page * rowsOfPage);
  if (parts[view].length === 0) return <NoRows of={of} view={view} />;
  const rows: ReactNode =
    view === 'bank'
      ? shown(parts.bank).map((line) => (
          <BankRow
            key={line.number}
            {...{ line, ...noted }}
            currency={of.currency}
            hasChanged={parts.changed.has(line.number)}
            onSearch={ask}
          />
        ))
      : view === 'here'
        ? shown(parts.here).map((entry) => <HereRow key={entry.id} {...{ entry, ...noted }} />)
        : shown(parts.matched).map((match) => (
            <MatchRow key={keyOf(of, match)} {...{ of, match }} changed={parts.changed} />
          ));
  return (
    <>
      <SidesHead />
      <ul aria-label={viewLabels[view]} className="m-0 list-none p-0">
        {rows}
      </ul>
      <Pager page={page} rows={rowsOfPage} total={parts[view].length} onPage={onPage} />
      {sought && (
        <SearchByHandDialog
          key={sought.number}
          {...search}
          line={sought}
          currency={of.currency}
          free={freeEntries(of, parts)}
          onMatch={(entry) => match(sought, entry)}
        />
      )}
    </>
  );
}
