import { approvalStates } from '@volume/contract/approvals/labels.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readColumns } from '#lists/read-search.ts';

export const approvalSearch = defineSearch({
  filters: [{ kind: 'choices', param: 'state', wire: 'state', label: 'State', values: approvalStates }],
  sorts: ['created-desc'],
  readOther: (given) => ({ columns: readColumns(given['columns']) }),
});

export type ApprovalSearch = ReturnType<typeof approvalSearch.read>;
