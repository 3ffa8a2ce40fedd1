import { useQuery } from '@tanstack/react-query';
import { type Institution, setInstitutions } from '@volume/contract/institutions/institutions.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { type ReactNode, useState } from 'react';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { CheckListFilter } from '#design/filter/check-list-filter.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { SaveBar } from '#forms/save-bar.tsx';
import { useCapability } from '#platform/calls/capabilities.ts';
import { PartError } from '#lists/part-error.tsx';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { ChangeNames, findChange, readChosen, toSaved, withSwitched } from './institution-choice.tsx';
import { listCountries, findInstitutions, InstitutionList } from './institution-list.tsx';
import type { InstitutionSearch } from './institution-search.ts';
import { institutionsQuery } from '#platform/queries/institutions-query.ts';
import { useInstitutionsWrite } from './institutions-query.ts';

interface InstitutionsPageProps {
  merchant: Merchant;
  applicationId: string;
  search: InstitutionSearch;
  onSearch: (change: Partial<InstitutionSearch>) => void;
  /** Renders a guard that warns about unsaved changes. */
  guard: (isDirty: boolean) => ReactNode;
}

/** The banks offered to an application's payers. */
export function InstitutionsPage(props: InstitutionsPageProps) {
  const { data, error, isFetching, refetch } = useQuery(institutionsQuery());
  const canSet = useCapability(setInstitutions);
  if (data && canSet !== undefined) return <Choice {...props} all={data} canSet={canSet} />;
  if (error) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-3" aria-busy="true">
      <Skeleton width={300} height={34} />
      <Skeleton height={340} />
    </div>
  );
}

type ChoiceProps = InstitutionsPageProps & {
  all: readonly Institution[];
  /** False at deployments without the endpoint: the institutions are then read-only (contract §9). */
  canSet: boolean;
};

function Choice({ merchant: loaded, applicationId, search, onSearch, guard, all, canSet }: ChoiceProps) {
  const { data: merchant = loaded } = useQuery(merchantQuery(loaded.merchantId));
  const application = selectApplication(merchant, applicationId);
  const [draft, setDraft] = useState<ReadonlySet<string>>();
  const [base, rebase] = useBase(application, draft !== undefined);
  const write = useInstitutionsWrite(base, { onSaved: () => setDraft(undefined), onChanged: rebase });
  const saved = readChosen(base.institutions, all);
  const chosen = draft ?? saved;
  const change = findChange(saved, chosen, all);
  const isDirty = change.added.length + change.removed.length > 0;
  const shown = findInstitutions(all, search);
  const reason = useChangeDisabledReason();
  const switchAll = (ids: readonly string[], isOn: boolean) => setDraft(withSwitched(chosen, ids, isOn));
  const discard = () => {
    setDraft(undefined);
    write.forget();
  };
  return (
    <>
      {guard(isDirty)}
      {reason !== undefined && canSet && (
        <div className="mb-4">
          <Notice tone="info" title={reason} />
        </div>
      )}
      <Filters {...{ all, search, onSearch }} />
      <Summary {...{ all, shown, chosen, reason }} onSwitch={canSet ? switchAll : undefined} />
      {shown.length === 0 ? (
        <NothingFound {...{ all, onSearch }} />
      ) : (
        <InstitutionList
          {...{ shown, chosen }}
          isOff={reason !== undefined || write.isBusy}
          onSwitch={canSet ? switchAll : undefined}
        />
      )}
      {isDirty && (
        <SaveBar
          isBusy={write.isBusy}
          refusal={write.refusal}
          reason={
            chosen.size === 0 ? 'Keep at least one on: with none selected, payers are offered all of them' : undefined
          }
          onSave={() => write.save(toSaved(chosen, all))}
          onDiscard={discard}
        >
          <ChangeNames change={change} />
        </SaveBar>
      )}
    </>
  );
}

interface SummaryProps {
  all: readonly Institution[];
  shown: readonly Institution[];
  chosen: ReadonlySet<string>;
  /** Why nothing can be switched, undefined when it can. */
  reason: string | undefined;
  /** Undefined where the deployment cannot switch institutions. */
  onSwitch: ((ids: readonly string[], isOn: boolean) => void) | undefined;
}

/** How many are on, and buttons to switch all that match the filters. */
function Summary({ all, shown, chosen, reason, onSwitch }: SummaryProps) {
  const ids = shown.map(({ institutionId }) => institutionId);
  const on = ids.filter((id) => chosen.has(id)).length;
  const disabledReason = (hasChanges: boolean) => reason ?? (hasChanges ? undefined : 'No changes to make');
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2.5">
      <p role="status" className="num m-0 grow text-ink-3">
        {countSentence(chosen, all)}
      </p>
      {onSwitch && (
        <div className="flex gap-2">
          <Button size="s" disabledReason={disabledReason(on < ids.length)} onClick={() => onSwitch(ids, true)}>
            Select all shown
          </Button>
          <Button size="s" disabledReason={disabledReason(on > 0)} onClick={() => onSwitch(ids, false)}>
            Clear all shown
          </Button>
        </div>
      )}
    </div>
  );
}

function countSentence(chosen: ReadonlySet<string>, all: readonly Institution[]): string {
  const on = all.filter(({ institutionId }) => chosen.has(institutionId)).length;
  const counted = `${formatCount(on)} of ${formatCount(all.length)} on`;
  return on === all.length ? `${counted}; new institutions will be on too` : `${counted}; new institutions stay off`;
}

type FilterProps = Pick<ChoiceProps, 'all' | 'search' | 'onSearch'>;

function Filters({ all, search, onSearch }: FilterProps) {
  return (
    <FilterBar offered={search.country === undefined ? [{ label: 'Country' }] : []}>
      <SearchField
        label="Search institutions"
        placeholder="Name"
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text === '' ? undefined : text })}
      />
      <CheckListFilter
        label="Country"
        isSingle
        options={listCountries(all).map(({ code, name }) => ({ value: code, label: name }))}
        selected={search.country === undefined ? [] : [search.country]}
        onChange={([country]) => onSearch({ country })}
      />
    </FilterBar>
  );
}

function NothingFound({ all, onSearch }: Pick<ChoiceProps, 'all' | 'onSearch'>) {
  if (all.length === 0) {
    return <EmptyState title="No institutions yet" detail="The banks payers can choose appear here." />;
  }
  return (
    <EmptyState
      title="No institutions match these filters"
      detail="Your selection has not changed."
      actions={<Button onClick={() => onSearch({ search: undefined, country: undefined })}>Show all</Button>}
    />
  );
}
