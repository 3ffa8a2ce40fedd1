import { useQuery } from '@tanstack/react-query';
import type { Merchant } from '@volume/contract/merchants.ts';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { ErrorCard } from '#design/feedback/error-card.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { DataTable } from '#design/table/data-table.tsx';
import { Pager } from '#design/table/pager.tsx';
import { useRowKeys } from '#design/table/use-row-keys.ts';
import { errorWords } from '#platform/errors.ts';
import { adminMerchantHref } from '#platform/hrefs.ts';
import { MerchantsUnauthorized, merchantsQuery } from '#platform/merchants-query.ts';
import { usePreferences } from '#platform/preferences.ts';
import { openedMerchantId } from '#platform/session.ts';
import { supportHref } from '#platform/settings.ts';
import { merchantColumns } from './merchant-columns.tsx';
import type { MerchantSearch } from './merchant-search.ts';
import { pickMerchants } from './pick-merchants.ts';
import { useSessionEnd } from './use-session-end.ts';

interface MerchantsPageProps {
  search: MerchantSearch;
  /** Merges a change into the address. */
  onChange: (change: Partial<MerchantSearch>) => void;
  onOpen: (merchant: Merchant) => void;
}

const rowsOnPage = 50;

/** All merchants, found and sorted here: the list comes whole (§7 GET merchants). */
export function MerchantsPage({ search, onChange, onOpen }: MerchantsPageProps) {
  const { data, error, isFetching, refetch } = useQuery(merchantsQuery());
  const { keys } = usePreferences();
  const isOver = error instanceof MerchantsUnauthorized;
  useSessionEnd(isOver, 'There was an error fetching merchants, please sign in again.');
  if (isOver) return null;
  const { subHeading, traceId } = errorWords(error);
  return (
    <>
      <PageHeader title="Merchants" />
      <FilterBar>
        <SearchField
          label="Search merchants"
          placeholder="Company, e-mail, id"
          value={search.find ?? ''}
          onSearch={(text) => onChange({ find: text === '' ? undefined : text, page: undefined })}
          shortcut={keys ? '/' : undefined}
        />
      </FilterBar>
      {error && !data ? (
        <ErrorCard
          {...{ subHeading, traceId }}
          supportHref={supportHref(traceId)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <MerchantRows merchants={data} {...{ search, onChange, onOpen }} />
      )}
    </>
  );
}

function MerchantRows({
  merchants,
  search,
  onChange,
  onOpen,
}: MerchantsPageProps & { merchants?: Merchant[] | undefined }) {
  const { keys } = usePreferences();
  const found = merchants && pickMerchants(merchants, search);
  const page = Math.min(search.page ?? 1, Math.max(1, Math.ceil((found?.length ?? 0) / rowsOnPage)));
  const rows = found?.slice((page - 1) * rowsOnPage, page * rowsOnPage);
  const { list, at } = useRowKeys({ count: rows?.length ?? 0, isOn: keys });
  const columns = merchantColumns({
    sort: search.sort ?? 'company',
    openedId: openedMerchantId(),
    onSort: (sort) => onChange({ sort: sort === 'company' ? undefined : sort, page: undefined }),
    onOpen,
  });
  return (
    <>
      <DataTable
        ref={list}
        at={at}
        caption="Merchants"
        columns={columns}
        rows={rows}
        rowKey={({ merchantId }) => merchantId}
        rowHref={({ merchantId }) => adminMerchantHref(merchantId)}
        empty={<NoMerchants find={search.find} onClear={() => onChange({ find: undefined, page: undefined })} />}
      />
      {found && found.length > 0 && (
        <Pager page={page} rows={rowsOnPage} total={found.length} onPage={(next) => onChange({ page: next })} />
      )}
    </>
  );
}

function NoMerchants({ find, onClear }: { find: string | undefined; onClear: () => void }) {
  if (find === undefined) {
    return <EmptyState title="No merchants yet" detail="Merchants stand here once they have signed up." />;
  }
  return (
    <EmptyState
      title="No merchants match this search"
      detail={<bdi className="[overflow-wrap:anywhere]">“{find}”</bdi>}
      actions={<Button onClick={onClear}>Clear the search</Button>}
    />
  );
}
