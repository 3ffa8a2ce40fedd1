import { useQuery } from '@tanstack/react-query';
import { listMerchantHealth } from '@volume/contract/merchant-health.ts';
import type { Merchant } from '@volume/contract/merchants.ts';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Pager } from '#design/table/pager.tsx';
import { MerchantsUnauthorized } from './merchants-query.ts';
import { usePreferences } from '#platform/preferences.ts';
import { useSession } from '#platform/session/use-session.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { useCanDo } from '#screen/can-do.tsx';
import { ExportButton } from '#lists/export/export-button.tsx';
import { type ListLook, ListTable } from '#lists/list-table.tsx';
import { PartError } from '#screen/part-error.tsx';
import { findMerchants, pageOfRows } from './find-merchants.ts';
import { healthColumns } from './health/health-columns.tsx';
import { healthListQuery } from './health/health-query.ts';
import { merchantColumns, sortBy } from './merchant-columns.tsx';
import { merchantCsv } from './merchant-csv.ts';
import { merchantListQuery } from './merchant-list-query.ts';
import { merchantPageSizes, type MerchantSearch } from './merchant-search.ts';

interface MerchantsPageProps {
  search: MerchantSearch;
  merchantHref: (merchantId: string) => string;
  /** Merges a change into the address. */
  onChange: (change: Partial<MerchantSearch>) => void;
  /** Goes into a merchant's own pages. */
  onOpen: (merchant: Merchant) => void;
}

/** All merchants, for administrators: searched, sorted and paged here, for the call answers all of them at once (§7). */
export function MerchantsPage(props: MerchantsPageProps) {
  const { search, onChange } = props;
  const { data, error, isFetching, refetch } = useQuery(merchantListQuery());
  const { keys } = usePreferences();
  const rows = search.rows ?? merchantPageSizes[0];
  const health = useHealths();
  const found = data && findMerchants(data, search.searchFilter, search.sort, health.healths ?? undefined);
  const change = (next: Partial<MerchantSearch>) => onChange({ page: undefined, ...next });
  // The session ended with this answer: the way to sign-in is taken already.
  const isRefused = error instanceof MerchantsUnauthorized;
  return (
    <>
      <PageHeader
        title="Merchants"
        actions={found && <ExportButton name="merchants" source={merchantCsv(found)} total={found.length} />}
      />
      <FilterBar>
        <SearchField
          label="Search merchants"
          placeholder="Company, email, id"
          value={search.searchFilter ?? ''}
          onSearch={(text) => change({ searchFilter: text || undefined })}
          shortcut={keys ? '/' : undefined}
        />
      </FilterBar>
      {error && !data && !isRefused ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          {health.retry && <HealthError busy={health.isBusy} onRetry={health.retry} />}
          <MerchantRows {...props} {...{ found, rows, health }} onChange={change} />
        </>
      )}
      <Pager
        page={search.page ?? 1}
        rows={rows}
        total={found?.length}
        sizes={merchantPageSizes}
        onPage={(page) => onChange({ page: page === 1 ? undefined : page })}
        onRows={(size) => change({ rows: size === merchantPageSizes[0] ? undefined : size })}
      />
    </>
  );
}

interface MerchantRowsProps extends MerchantsPageProps {
  found: Merchant[] | undefined;
  rows: number;
  health: ReturnType<typeof useHealths>;
}

function MerchantRows({ found, rows, health, search, merchantHref, onChange, onOpen }: MerchantRowsProps) {
  const session = useSession();
  const openedId = session.kind === 'none' ? undefined : session.merchantId;
  const { healths, isThere } = health;
  const columns = (look: ListLook) => {
    const by = sortBy(search.sort, (sort) => onChange({ sort }));
    const more = isThere ? healthColumns({ ...look, healths, by }) : undefined;
    return merchantColumns({ openedId, by, onOpen, health: more });
  };
  return (
    <ListTable
      caption="Merchants"
      columns={columns}
      rows={found && pageOfRows(found, search.page ?? 1, rows)}
      rowKey={(merchant) => merchant.merchantId}
      rowHref={(merchant) => merchantHref(merchant.merchantId)}
      skeletonRows={rows}
      empty={<NoMerchants search={search} isBeyond={(found?.length ?? 0) > 0} onChange={onChange} />}
    />
  );
}

/** How they are doing, where this deployment tells it; until that is known, its place is kept. */
function useHealths() {
  const isThere = useCapability(listMerchantHealth) !== false;
  const canAsk = useCanDo(listMerchantHealth);
  const { data, isError, isFetching, refetch } = useQuery({ ...healthListQuery(), enabled: canAsk });
  const isLost = isError && !data;
  return {
    isThere,
    healths: isLost ? null : data,
    isBusy: isFetching,
    retry: isLost ? () => void refetch() : undefined,
  };
}

function HealthError({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="mb-3">
      <Notice
        tone="held"
        title="Merchant health could not be loaded. The list itself is complete."
        actions={
          <Button size="s" busy={busy} onClick={onRetry}>
            Retry
          </Button>
        }
      />
    </div>
  );
}

type NoMerchantsProps = Pick<MerchantsPageProps, 'search' | 'onChange'> & { isBeyond: boolean };

function NoMerchants({ search, isBeyond, onChange }: NoMerchantsProps) {
  if (isBeyond) {
    const first = <Button onClick={() => onChange({ page: undefined })}>Go to the first page</Button>;
    return <EmptyState title="This page of results doesn’t exist" actions={first} />;
  }
  if (search.searchFilter === undefined) {
    return <EmptyState title="No merchants yet" detail="Merchants appear here as soon as one signs up." />;
  }
  return (
    <EmptyState
      title="No merchants match this search"
      detail={<bdi className="[overflow-wrap:anywhere]">“{search.searchFilter}”</bdi>}
      actions={<Button onClick={() => onChange({ searchFilter: undefined })}>Show all merchants</Button>}
    />
  );
}
