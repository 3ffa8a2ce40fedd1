import { defineSearch } from '#lists/list-search.ts';

export const statementSearch = defineSearch({
  filters: [{ kind: 'days', from: 'from', to: 'to', wire: ['from', 'to'], label: 'Period', lastDays: 30 }],
  sorts: ['at-desc'],
});

export type StatementSearch = ReturnType<typeof statementSearch.read>;
