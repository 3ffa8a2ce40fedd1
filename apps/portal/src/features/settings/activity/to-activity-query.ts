import { type ActivityAction, activityActions, type ActivityFilters } from '@volume/contract/activity.ts';
import type { ActivitySearch } from './activity-search.ts';

/** The page shown, from 1. */
export const pageOf = ({ activityPage }: ActivitySearch): number => activityPage ?? 1;
export const rowsOf = ({ activityRows }: ActivitySearch): number => activityRows ?? 10;

/** The actions the address names; words that are none are left out. */
export function actionsOf({ activityAction }: ActivitySearch): ActivityAction[] {
  const named = new Set(activityAction?.split(','));
  return activityActions.filter((action) => named.has(action));
}

/** True when the address narrows the log. */
export function isFiltered(search: ActivitySearch): boolean {
  const { activityActor, activityFrom, activityTo } = search;
  return [activityActor, activityFrom, activityTo].some((value) => value !== undefined) || actionsOf(search).length > 0;
}

// A control character would be refused by the API, and nobody's address holds one.
const searchable = (text: string): string => text.replace(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, '').slice(0, 200);

/** The filters of the log and its export: whole UTC days, both included. */
export function toActivityFilters(search: ActivitySearch): ActivityFilters {
  const action = actionsOf(search);
  const actor = searchable(search.activityActor ?? '');
  return {
    ...(actor === '' ? {} : { actor }),
    ...(action.length === 0 ? {} : { action }),
    ...(search.activityFrom && { from: `${search.activityFrom}T00:00:00.000` }),
    ...(search.activityTo && { to: `${search.activityTo}T23:59:59.999` }),
  };
}
