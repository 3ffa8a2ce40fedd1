import { Checkbox } from '#design/choose/checkbox.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { Pager } from '#design/table/pager.tsx';
import { formatCount } from '#design/text/format-text.ts';
import type { Match } from '#features/reconciliation/matching/result.ts';
import { keyOf, linesOf, type Reconciliation } from '#features/reconciliation/reconciliation.ts';
import { ruleLabels, sumsText, viewLabels } from '#features/reconciliation/reconciliation-labels.ts';
import { MatchRow } from './match-row.tsx';
import { NoRows } from './no-rows.tsx';
import { type ResultProps, rowsOfPage } from './result-props.ts';
import { SidesHead } from './row.tsx';

export function Proposals({ of, parts, page, onPage, working, position }: Omit<ResultProps, 'view'>) {
  const { look: all, changed } = parts;
  const { rule } = position;
  const chosen = new Set(position.chosen);
  const found = rule === 'all' ? all : all.filter((match) => match.rule === rule);
  const rules = [...new Set(all.map((match) => match.rule))];
  const keys = found.map((match) => keyOf(of, match));
  const setChosen = (next: readonly string[]) => working.move({ chosen: next });
  const choose = (key: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, key] : [...chosen].filter((each) => each !== key));
  if (all.length === 0) return <NoRows of={of} view="look" />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-2 pl-2.5 phone:pl-0">
        <Checkbox
          checked={keys.length > 0 && keys.every((key) => chosen.has(key))}
          onChange={(isChosen) => setChosen(isChosen ? keys : [])}
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
          onChange={(next) => working.move({ rule: next })}
        />
      </div>
      <SidesHead hasBoxes />
      <ul aria-label={viewLabels.look} className="m-0 list-none p-0">
        {found.slice((page - 1) * rowsOfPage, page * rowsOfPage).map((match) => {
          const key = keyOf(of, match);
          const choice = { isChosen: chosen.has(key), onChange: (isChosen: boolean) => choose(key, isChosen) };
          return <MatchRow key={key} {...{ of, match, choice, changed }} />;
        })}
      </ul>
      <Pager page={page} rows={rowsOfPage} total={found.length} onPage={onPage} />
      <SelectionBar
        of={of}
        selected={all.filter((match) => chosen.has(keyOf(of, match)))}
        onDecide={(selected, decision) => {
          working.decide(
            selected.map((match) => keyOf(of, match)),
            decision,
          );
          setChosen([]);
        }}
      />
    </>
  );
}

interface SelectionBarProps {
  of: Reconciliation;
  selected: readonly Match[];
  onDecide: (selected: readonly Match[], decision: 'accepted' | 'refused') => void;
}

function SelectionBar({ of, selected, onDecide }: SelectionBarProps) {
  if (selected.length === 0) return null;
  return (
    <div className="num sticky bottom-3 mt-5 flex flex-wrap items-center gap-3 rounded bg-ink px-4 py-2.5 font-medium text-paper">
      <span role="status">
        {formatCount(selected.length)} selected · {sumsText(linesOf(of, selected), of.currency)}
      </span>
      <span className="grow" />
      <Button onClick={() => onDecide(selected, 'refused')}>Not a match</Button>
      <Button onClick={() => onDecide(selected, 'accepted')}>Accept {formatCount(selected.length)}</Button>
    </div>
  );
}
