import { failedJobStates, jobKinds } from '@volume/contract/failed-jobs/job-kind-names.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readColumns } from '#lists/read-search.ts';

/** Apart from the list, because the route reads the address before the list has loaded. */
export const failedJobSearch = defineSearch({
  filters: [
    { kind: 'choices', param: 'state', wire: 'state', label: 'State', values: failedJobStates },
    { kind: 'choices', param: 'kind', wire: 'kind', label: 'Kind', values: jobKinds },
    { kind: 'id', param: 'merchantId', wire: 'merchantId', label: 'Merchant', placeholder: 'Id' },
  ],
  sizes: [25, 10, 50, 100],
  readOther: (given) => ({ columns: readColumns(given['columns']) }),
});

export type FailedJobSearch = ReturnType<typeof failedJobSearch.read>;
