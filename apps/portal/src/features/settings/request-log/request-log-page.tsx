import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { useMemo } from 'react';
import { Notice } from '#design/feedback/notice.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { ListSection } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { settingsHref } from '#platform/hrefs.ts';
import { KeyFilter } from './key-filter.tsx';
import { keyLabels, useKeyLabels } from './key-labels.ts';
import { type RequestSearch, requestSearch } from './request-filters.ts';
import { requestFile, requestList } from './request-list.tsx';
import { RequestSheet } from './request-sheet.tsx';
import { requestsQuery } from './requests-query.ts';

interface RequestLogPageProps {
  application: Application;
  /** The raw search parameters, parsed here so that the parser loads with the page. */
  given: Record<string, unknown>;
  onGo: (href: string) => void;
}

const context = {};

/** The calls that were made with an application's keys. */
export function RequestLogPage({ application, given, onGo }: RequestLogPageProps) {
  const search = requestSearch.read(given);
  const { merchantId, applicationId } = application;
  const scope = { merchantId, applicationId };
  const labels = useKeyLabels(scope, search.key);
  const list = useMemo(
    () => (labels === keyLabels ? requestList : { ...requestList, labels: { ...requestList.labels, key: labels } }),
    [labels],
  );
  const query = requestsQuery(scope, search);
  const found = useFound(query);
  const unstored = useQuery(query).data?.unstored ?? [];
  const hrefOf = (change: Partial<RequestSearch>) => settingsHref('requests', { ...search, ...change });
  return (
    <div className="mt-5">
      <ListSection
        list={list}
        title="Calls with a key"
        aside={<span className="phone:hidden">Kept for 30 days</span>}
        file={requestFile(scope, search)}
        chips={{
          key: (
            <KeyFilter
              key="key"
              selected={search.key ?? []}
              onChange={(key) => onGo(hrefOf({ key: key.length > 0 ? key : undefined, page: undefined }))}
              {...{ scope, labels }}
            />
          ),
        }}
        actions={<TextLink href={settingsHref('security')}>Keys</TextLink>}
        rowHref={({ id }) => hrefOf({ request: id })}
        onChange={(change) => onGo(hrefOf(change))}
        notice={unstored.length > 0 && <Unstored days={unstored} />}
        {...{ search, found, context }}
      />
      <RequestSheet
        request={found.rows?.find(({ id }) => id === search.request)}
        applicationId={applicationId}
        keyHref={(key) => hrefOf({ key: [key], page: undefined, request: undefined })}
        onClose={() => onGo(hrefOf({ request: undefined }))}
      />
    </div>
  );
}

/** Each day with more calls than are stored (contract §8, Request log). */
function Unstored({ days }: { days: readonly { day: string; count: number }[] }) {
  const texts = days.map(
    ({ day, count }) => `${formatDateTime(`${day}T00:00:00`, 'UTC', 'date')} (UTC): ${formatCount(count)}`,
  );
  return (
    <div className="mb-4">
      <Notice tone="held" title="Some calls are counted, but not listed" isLive={false}>
        A day holds 9,500 calls with a key and 500 that no key was accepted for. Not listed on {texts.join('; ')}.
      </Notice>
    </div>
  );
}
