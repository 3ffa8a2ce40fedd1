import { useQuery } from '@tanstack/react-query';
import { listMerchantHealth } from '@volume/contract/merchants/health.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { useMemo } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { useCanDo, useCapability } from '#platform/calls/capabilities.ts';
import { useChangeDisabledReason, useSession } from '#platform/session/use-session.ts';
import { adminMerchantSettingsHref, adminNewMerchantHref } from '#platform/hrefs.ts';
import { foundCsv } from '#lists/export/csv-source.ts';
import { ListPage } from '#lists/list-page.tsx';
import { foundHere } from '#lists/use-found.ts';
import { useCanExplain } from '#features/explain/figure.tsx';
import { findMerchants } from './find-merchants.ts';
import { type HealthById, healthListQuery } from './health/health-query.ts';
import { type MerchantSearch, merchantSearch } from './merchant-filters.ts';
import { merchantList } from './merchant-list.tsx';
import { merchantListQuery, MerchantsUnauthorized } from './merchants-query.ts';
import type { ListChange } from '#lists/list.ts';

interface MerchantsPageProps {
  search: MerchantSearch;
  rowHref: (merchant: Merchant) => string;
  onChange: ListChange<MerchantSearch>;
  /** Enters a merchant's own pages. Must be a stable function. */
  onOpen: (merchant: Merchant) => void;
}

/** All merchants, searched, sorted and paged in the browser, because the endpoint returns all of them (§7). */
export function MerchantsPage({ search, rowHref, onChange, onOpen }: MerchantsPageProps) {
  const query = useQuery(merchantListQuery());
  const { healths, hasHealth, isBusy, retry } = useHealths();
  const session = useSession();
  const openedId = session.kind === 'none' ? undefined : session.merchantId;
  const canExplain = useCanExplain();
  const context = useMemo(
    () => ({ openedId, onOpen, healths, hasHealth, canExplain }),
    [openedId, onOpen, healths, hasHealth, canExplain],
  );
  const { data, error } = query;
  const matching = useMemo(
    () => data && findMerchants(data, search.searchFilter, search.sort, healths ?? undefined),
    [data, search.searchFilter, search.sort, healths],
  );
  const found = foundHere(query, matching, merchantSearch, search);
  // The response has already ended the session and redirected to sign-in.
  const isRefused = error instanceof MerchantsUnauthorized;
  return (
    <ListPage
      list={merchantList}
      title="Merchants"
      found={isRefused ? { ...found, error: null } : found}
      file={matching && { name: 'merchants', source: foundCsv(merchantList, matching) }}
      notice={
        retry && !found.error ? (
          <HealthError busy={isBusy} onRetry={retry} />
        ) : (
          <RequestsNotice {...{ data, healths }} />
        )
      }
      actions={<NewMerchantButton />}
      isForAll
      {...{ search, context, rowHref, onChange }}
    />
  );
}

/** The most merchants that the notice names. */
const mostNamed = 5;

/** Merchants that ask for another application, so that no page of the list has to be searched for them. */
function RequestsNotice({
  data,
  healths,
}: {
  data: readonly Merchant[] | undefined;
  healths: HealthById | null | undefined;
}) {
  const asking = data?.filter(({ merchantId }) => (healths?.get(merchantId)?.openRequests ?? 0) > 0) ?? [];
  if (asking.length === 0) return null;
  return (
    <div className="mb-3">
      <Notice
        tone="info"
        title={`${asking.length === 1 ? 'One merchant asks' : `${asking.length} merchants ask`} for another application`}
      >
        {asking.slice(0, mostNamed).map(({ merchantId, companyName }, at) => (
          <span key={merchantId}>
            {at > 0 && ', '}
            <TextLink href={adminMerchantSettingsHref(merchantId)}>
              <bdi>{companyName}</bdi>
            </TextLink>
          </span>
        ))}
        {asking.length > mostNamed && ` and ${asking.length - mostNamed} more`}
      </Notice>
    </div>
  );
}

/** Not the endpoint itself, which would load its schemas with this list. */
const create = { method: 'POST', path: 'platform/merchants', origin: 'ours' } as const;

function NewMerchantButton() {
  const disabledReason = useChangeDisabledReason();
  if (!useCanDo(create)) return null;
  return (
    <Button variant="primary" href={adminNewMerchantHref()} disabledReason={disabledReason}>
      New merchant
    </Button>
  );
}

/** `hasHealth` is true until it is known whether the deployment reports health, so that columns keep their place. */
function useHealths() {
  const hasHealth = useCapability(listMerchantHealth) !== false;
  const canAsk = useCanDo(listMerchantHealth);
  const { data, isError, isFetching, refetch } = useQuery({ ...healthListQuery(), enabled: canAsk });
  const hasFailed = isError && !data;
  return {
    hasHealth,
    healths: hasFailed ? null : data,
    isBusy: isFetching,
    retry: hasFailed ? () => void refetch() : undefined,
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
