import { exportRequestLog, keyRefusals, type LoggedRequest } from '@volume/contract/request-log/request-log.ts';
import { Tag } from '#design/feedback/tag.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { IdText } from '#design/text/id-text.tsx';
import { DocsLink } from '#features/webhooks/docs-link.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import { timeColumn } from '#lists/list-table.tsx';
import type { List } from '#lists/list.ts';
import type { Scope } from '#platform/scope.ts';
import { keyLabels } from './key-labels.ts';
import { type RequestSearch, requestSearch } from './request-filters.ts';
import { toRequestFilters } from './requests-query.ts';

/** Codes are shown as the API writes them. */
const codes = Object.fromEntries(keyRefusals.map((code) => [code, code]));

export const requestList: List<LoggedRequest, RequestSearch> = {
  storage: 'request',
  live: { noun: 'call', timeOf: ({ atUtc }) => atUtc },
  caption: 'Calls with keys of this application',
  search: requestSearch,
  rowKey: ({ id }) => id,
  rowLabel: ({ method, path, status }) => `${method} ${path}, ${status}`,
  labels: {
    status: { '2xx': 'Succeeded, 2xx', '4xx': 'Refused, 4xx', '5xx': 'Failed, 5xx' },
    method: { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE' },
    code: codes,
    key: keyLabels,
  },
  empty: () => ({
    title: 'No calls in the last 30 days',
    detail: 'Each call that your server makes with a key appears here a moment later.',
    actions: <DocsLink guide="keys">How to use a key</DocsLink>,
  }),
  noMatch: { title: 'No calls match these filters', clear: 'Show all calls' },
  columns: [
    {
      id: 'path',
      header: 'Call',
      card: 'who',
      isFixed: true,
      cell: (request) => (
        <span className="mono block truncate" translate="no" title={fullPath(request)}>
          <bdi>
            <b className="inline-block min-w-[5ch] font-medium">{request.method}</b> {shortPath(request)}
          </bdi>
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 76,
      card: 'state',
      cell: ({ status, code }) => (
        <span className="flex min-w-0 items-center gap-2">
          {StatusTag({ status })}
          {code !== null && <span className="mono min-w-0 truncate text-label text-ink-3 wide:hidden">{code}</span>}
        </span>
      ),
    },
    {
      id: 'code',
      header: 'Code',
      width: 196,
      givesWay: 2,
      cell: ({ code }) => (code === null ? dash : <CutText>{code}</CutText>),
    },
    {
      id: 'duration',
      header: 'Duration',
      width: 92,
      align: 'end',
      givesWay: 1,
      card: 'sum',
      cell: ({ durationMs }) => <span className="num">{duration(durationMs)}</span>,
    },
    {
      id: 'address',
      header: 'Address',
      width: 128,
      givesWay: 3,
      soft: true,
      cell: ({ address }) => (address === null ? dash : <CutText>{address}</CutText>),
    },
    {
      id: 'trace',
      header: 'Trace',
      width: 122,
      givesWay: 4,
      soft: true,
      cell: ({ traceId }) => IdText({ short: 12, children: traceId }),
    },
    timeColumn({ id: 'at', header: 'Time', timeOf: ({ atUtc }) => atUtc }),
  ],
};

/** Sorted by time, like the list unless it is sorted by duration. */
export const requestFile = (scope: Scope, search: RequestSearch) => ({
  name: 'request-log',
  source: streamed(exportRequestLog, {
    params: scope,
    query: { ...toRequestFilters(search), sort: search.sort === 'at-asc' ? 'at,asc' : 'at,desc' },
  }),
});

/** Without what the calls of an application have in common, and with short ids, so that its end remains visible. */
const shortPath = (request: LoggedRequest): string => fullPath(request).replace(common, '…').replaceAll(uuid, '$1…$2');
const common = /^\/merchants\/[^/]+\/applications?\/[^/]+(?=\/)/;
const uuid = /([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}([0-9a-f]{4})/g;

const dash = <span className="text-ink-3">–</span>;

function CutText({ children }: { children: string }) {
  return (
    <span className="block truncate" title={children}>
      {IdText({ children })}
    </span>
  );
}

export const duration = (milliseconds: number): string => `${formatCount(milliseconds)} ms`;

export const fullPath = ({ path, query }: Pick<LoggedRequest, 'path' | 'query'>): string =>
  `/${path}${query === '' ? '' : `?${query}`}`;

export function StatusTag({ status }: Pick<LoggedRequest, 'status'>) {
  return Tag({ tone: status < 400 ? 'ok' : status < 500 ? 'held' : 'bad', children: String(status) });
}
