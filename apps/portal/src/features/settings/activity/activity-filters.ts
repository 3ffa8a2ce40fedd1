import { activityActions } from '@volume/contract/users/activity.ts';
import { defineSearch } from '#lists/list-search.ts';

/** The search parameters of the activity log. The prefix "activity" avoids clashes with other lists on the page. */
export const activitySearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'activityActor',
      wire: 'actor',
      label: 'Search activity by person',
      placeholder: 'Name or email',
    },
    { kind: 'choices', param: 'activityAction', wire: 'action', label: 'Action', values: activityActions },
    { kind: 'days', from: 'activityFrom', to: 'activityTo', wire: ['from', 'to'], label: 'When' },
  ],
  paging: ['activityPage', 'activityRows'],
  sorts: ['at-desc'],
});

export type ActivitySearch = ReturnType<typeof activitySearch.read>;
