import { keyRefusals, loggedKeys, loggedMethods, statusClasses } from '@volume/contract/request-log/labels.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readId } from '#lists/read-search.ts';

export const requestSearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'search',
      wire: 'search',
      label: 'Search calls by path, code or trace',
      placeholder: 'Path, code or trace',
      shortcut: '/',
    },
    { kind: 'days', from: 'from', to: 'to', wire: ['from', 'to'], label: 'Time' },
    { kind: 'choices', param: 'status', wire: 'status', label: 'Status', values: statusClasses },
    { kind: 'choices', param: 'method', wire: 'method', label: 'Method', values: loggedMethods },
    { kind: 'choices', param: 'code', wire: 'code', label: 'Code', values: keyRefusals },
    {
      kind: 'ids',
      param: 'key',
      wire: 'key',
      label: 'Key',
      values: loggedKeys,
      // A deployment without the file ignores this filter too.
      needs: { method: 'GET', path: 'merchants/{}/applications/{}/requests/export', origin: 'ours' },
    },
    {
      kind: 'id',
      param: 'objectId',
      wire: 'objectId',
      label: 'Object',
      placeholder: 'Id of a payment, link, refund or payout',
    },
  ],
  sorts: ['at-desc', 'at-asc', 'duration-desc', 'duration-asc'],
  readOther: (given) => ({
    /** The call that is open next to the list. */
    request: readId(given['request']),
    applicationId: readId(given['applicationId']),
  }),
});

export type RequestSearch = ReturnType<typeof requestSearch.read>;
