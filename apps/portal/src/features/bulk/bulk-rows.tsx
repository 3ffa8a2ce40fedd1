import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type BulkItem, type BulkItemState, type BulkJob, listBulkItems } from '@volume/contract/bulk/bulk.ts';
import type { UIEvent } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { eventLabel, itemName } from './bulk-labels.ts';
import { bulkJobKeys } from './bulk-queries.ts';

const pageSize = 100;
/** Pixels from the end at which the next rows are loaded. */
const untilEnd = 200;

interface BulkRowsProps {
  scope: Scope;
  job: BulkJob;
  state: BulkItemState;
  /** The accessible name of the list. */
  label: string;
}

/** Names each row of a job in this state; the next hundred load at the end of the list. */
export function BulkRows({ scope, job: { bulkJobId }, state, label }: BulkRowsProps) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: bulkJobKeys.of(scope, 'rows', bulkJobId, state),
    queryFn: ({ pageParam: page, signal }) =>
      call(listBulkItems, {
        params: { ...scope, bulkJobId },
        query: { state: [state], page, size: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.last ? undefined : pages.length),
    placeholderData: keepPreviousData,
  });
  const more = () => void (isFetching || fetchNextPage());
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (hasNextPage && scrollHeight - scrollTop - clientHeight < untilEnd) more();
  };
  if (error && !data)
    return (
      <p className="m-0 text-label text-ink-2">
        These rows could not be loaded.{' '}
        <Button size="s" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data) return <Skeleton height={44} />;
  return (
    <div
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      className="max-h-56 overflow-y-auto border-y border-line"
    >
      <ul className="m-0 grid list-none p-0">
        {data.pages
          .flatMap(({ content }) => content)
          .map((item) => (
            <Row key={item.place} item={item} />
          ))}
      </ul>
      {hasNextPage && (
        <p className="m-0 py-2 text-center">
          <Button size="s" busy={isFetching} onClick={more}>
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}

function Row({ item }: { item: BulkItem }) {
  const { objectId, reference, event, amount, currency, reason, state } = item;
  const name = itemName(item);
  return (
    <li className="flex items-start justify-between gap-3 border-t border-line py-[7px] first:border-t-0">
      <span className="min-w-0">
        <span className="font-medium">
          {name === objectId ? <IdText>{name}</IdText> : <PersonName>{name}</PersonName>}
        </span>
        <span className="block truncate text-label text-ink-3">
          {event && `${eventLabel(event)} `}
          {reference && reference !== name && <IdText>{reference}</IdText>}
        </span>
        {reason !== null && <span className="block text-label text-ink-2">{reason}</span>}
      </span>
      {amount !== null && currency !== null && (
        <span className={state === 'EXCLUDED' ? 'text-ink-3 line-through' : 'font-medium'}>
          <Money minor={amount} currency={currency} />
        </span>
      )}
    </li>
  );
}
