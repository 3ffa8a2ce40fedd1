import { type ReactNode, useState } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { Pager } from '#design/table/pager.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount } from '#design/text/format-text.ts';
import type { BookEntry } from '#features/reconciliation/matching/books.ts';
import type { Match, Rule } from '#features/reconciliation/matching/result.ts';
import type { BankLine } from '#features/reconciliation/reading/statement.ts';
import {
  freeEntries,
  keyOf,
  lineKey,
  type Parts,
  type Reconciliation,
  sumOf,
  sumOfAll,
  type View,
  views,
} from '#features/reconciliation/reconciliation.ts';
import { isOnItsWay, ruleLabels, viewLabels } from '#features/reconciliation/reconciliation-labels.ts';
import type { useDecisions } from '#features/reconciliation/use-decisions.ts';
import { reconcileHref } from '#platform/hrefs.ts';
import { BankRow, HereRow, MatchRow, SidesHead } from './match-row.tsx';

interface ResultProps {
  of: Reconciliation;
  parts: Parts;
  view: View;
  page: number;
  onPage: (page: number) => void;
  working: ReturnType<typeof useDecisions>;
}

const rowsOfPage = 50;

export function Result({ of, parts, view, page, onPage, working }: ResultProps) {
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
        <Proposals key={of.print} {...{ of, page, onPage, working }} all={parts.look} />
      ) : (
        <Rows {...{ of, parts, view, page, onPage, working }} />
      )}
    </>
  );
}

function Strip({ of, parts }: Pick<ResultProps, 'of' | 'parts'>) {
  const { currency } = of;
  const sum = (minor: number) => formatMoney(minor, currency);
  const onItsWay = parts.here.some(isOnItsWay);
  const figures: [View, string, string][] = [
    ['matched', 'Matched', sum(sumOf(of, parts.matched))],
    ['look', 'Proposed', parts.look.length === 0 ? 'nothing to review' : `to review, ${sum(sumOf(of, parts.look))}`],
    ['bank', viewLabels.bank, sum(sumOfAll(parts.bank))],
    ['here', viewLabels.here, `${sum(sumOfAll(parts.here))}${onItsWay ? ', some on its way' : ''}`],
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

const emptyMessages: Record<View, string> = {
  matched: 'Nothing is matched yet',
  look: 'Nothing left to review',
  bank: 'Every line of the bank has its counterpart',
  here: 'Everything here is on the statement',
};

function NoRows({ of: { matches, lines }, view }: Pick<ResultProps, 'of' | 'view'>) {
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

function Rows({ of, parts, view, page, onPage, working }: ResultProps) {
  const { note, pair, decisions } = working;
  const { line: sought, ask, ...search } = useSearch();
  const match = (line: BankLine, entry: BookEntry) => {
    pair(lineKey(line), entry.id);
    search.onClose();
    toast.good(`Line ${line.number} is matched by hand`);
  };
  const noted = { notes: decisions.notes, onNote: note };
  const shown = <Item,>(all: readonly Item[]) => all.slice((page - 1) * rowsOfPage, page * rowsOfPage);
  if (parts[view].length === 0) return <NoRows of={of} view={view} />;
  const rows: ReactNode =
    view === 'bank'
      ? shown(parts.bank).map((line) => (
          <BankRow key={line.number} {...{ line, ...noted }} currency={of.currency} onSearch={ask} />
        ))
      : view === 'here'
        ? shown(parts.here).map((entry) => <HereRow key={entry.id} {...{ entry, ...noted }} />)
        : shown(parts.matched).map((match) => <MatchRow key={keyOf(match)} {...{ of, match }} />);
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

interface ProposalsProps extends Omit<ResultProps, 'parts' | 'view'> {
  all: readonly Match[];
}

function Proposals({ of, all, page, onPage, working }: ProposalsProps) {
  const [rule, setRule] = useState<Rule | 'all'>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = rule === 'all' ? all : all.filter((match) => match.rule === rule);
  const selected = all.filter((match) => chosen.has(keyOf(match)));
  const rules = [...new Set(all.map((match) => match.rule))];
  const decide = (decision: 'accepted' | 'refused') => {
    working.decide(selected.map(keyOf), decision);
    setChosen(new Set());
  };
  const choose = (key: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  if (all.length === 0) return <NoRows of={of} view="look" />;
  const isAllChosen = found.length > 0 && found.every((match) => chosen.has(keyOf(match)));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
        <Checkbox
          checked={isAllChosen}
          onChange={(isChosen) => setChosen(isChosen ? new Set(found.map(keyOf)) : new Set())}
        >
          Choose all {formatCount(found.length)}
        </Checkbox>
        <SelectField
          label="Reason"
          size="s"
          value={rule}
          options={[
            { value: 'all', label: 'All reasons' },
            ...rules.map((each) => ({ value: each, label: ruleLabels[each] })),
          ]}
          onChange={setRule}
        />
      </div>
      <SidesHead />
      <ul aria-label={viewLabels.look} className="m-0 list-none p-0">
        {found.slice((page - 1) * rowsOfPage, page * rowsOfPage).map((match) => {
          const key = keyOf(match);
          const choice = { isChosen: chosen.has(key), onChange: (isChosen: boolean) => choose(key, isChosen) };
          return <MatchRow key={key} {...{ of, match, choice }} />;
        })}
      </ul>
      <Pager page={page} rows={rowsOfPage} total={found.length} onPage={onPage} />
      {selected.length > 0 && (
        <div className="num sticky bottom-3 mt-5 flex flex-wrap items-center gap-3 rounded bg-ink px-4 py-2.5 font-medium text-paper">
          <span role="status">
            {formatCount(selected.length)} selected · {formatMoney(sumOf(of, selected), of.currency)}
          </span>
          <span className="grow" />
          <Button onClick={() => decide('refused')}>Not a match</Button>
          <Button onClick={() => decide('accepted')}>Accept {formatCount(selected.length)}</Button>
        </div>
      )}
    </>
  );
}
