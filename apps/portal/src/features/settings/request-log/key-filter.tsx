import { useQuery } from '@tanstack/react-query';
import { Button } from '#design/controls/button.tsx';
import { CheckList } from '#design/filter/editors/check-list.tsx';
import { FilterChip } from '#design/filter/filter-chip.tsx';
import { namedKeysQuery } from '#platform/queries/named-keys-query.ts';
import type { Scope } from '#platform/scope.ts';
import { keyLabels } from './key-labels.ts';

interface KeyFilterProps {
  scope: Scope;
  /** PRIMARY, SECONDARY, NOT_ACCEPTED and ids of named keys. */
  selected: readonly string[];
  /** The names of the selected keys. */
  labels: Readonly<Record<string, string>>;
  onChange: (selected: string[]) => void;
}

/** The chip for calls of certain keys: the named keys are fetched when it opens. */
export function KeyFilter(props: KeyFilterProps) {
  const { selected, labels, onChange } = props;
  const [first] = selected;
  const value = first === undefined || selected.length > 1 ? `${selected.length} keys` : labels[first];
  return (
    <FilterChip
      label="Key"
      value={first === undefined ? undefined : value}
      onRemove={() => onChange([])}
      editor={(close) => <KeyChoices {...props} onDone={close} />}
    />
  );
}

function KeyChoices({ scope, selected, labels, onChange, onDone }: KeyFilterProps & { onDone: () => void }) {
  const { data = [], error, isFetching, refetch } = useQuery(namedKeysQuery(scope));
  const { NOT_ACCEPTED, ...two } = keyLabels;
  const named = Object.fromEntries(data.map(({ keyId, name }) => [keyId, name]));
  const chosen = Object.fromEntries(selected.map((value) => [value, labels[value] ?? value]));
  const options = Object.entries({ ...two, ...named, ...chosen, NOT_ACCEPTED }).map(([value, label]) => ({
    value,
    label,
    mark: <bdi className="[overflow-wrap:anywhere]">{label}</bdi>,
  }));
  return (
    <>
      <CheckList name="key" label="Key" {...{ options, selected, onChange, onDone }} />
      {error && data.length === 0 && (
        <div role="status" className="flex items-center gap-2 border-t border-line px-3.5 py-1.5 text-label text-ink-2">
          <span className="grow">The named keys could not be read.</span>
          <Button size="s" variant="quiet" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
    </>
  );
}
