import { approvalStates } from '@volume/contract/approvals/labels.ts';
import { defineSearch } from '#lists/list-search.ts';

export const approvalSearch = defineSearch({
  filters: [{ kind: 'choices', param: 'state', wire: 'state', label: 'State', values: approvalStates }],
  sorts: ['created-desc'],
});

export type ApprovalSearch = ReturnType<typeof approvalSearch.read>;
