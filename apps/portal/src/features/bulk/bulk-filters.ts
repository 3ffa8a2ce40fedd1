import { bulkItemStates } from '@volume/contract/bulk/labels.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readId } from '#lists/read-search.ts';

const readOther = (given: Readonly<Record<string, unknown>>) => ({ applicationId: readId(given['applicationId']) });

export const bulkJobSearch = defineSearch({ filters: [], readOther });
export const bulkItemSearch = defineSearch({
  filters: [{ kind: 'choices', param: 'state', wire: 'state', label: 'Result', values: bulkItemStates }],
  readOther,
});

export type BulkJobSearch = ReturnType<typeof bulkJobSearch.read>;
export type BulkItemSearch = ReturnType<typeof bulkItemSearch.read>;
