import { viewColumns, type ViewedList } from '@volume/contract/saved-views/view-columns.ts';
import { wrongField } from '#core/problem.ts';

/** 400 for a column that the list does not have, a repeated column, and when a column that every view shows is missing. */
export function requireKnownColumns(list: ViewedList, columns: readonly string[]): void {
  const { all, fixed } = viewColumns[list];
  const unknown = columns.find((column) => !all.includes(column));
  if (unknown !== undefined) throw wrongField('columns', `can only be ${all.join(', ')}`);
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined) throw wrongField('columns', `must have each column once; ${twice} is there twice`);
  if (columns[0] !== all[0]) throw wrongField('columns', `must begin with ${all[0]}`);
  const missing = fixed.find((column) => !columns.includes(column));
  if (missing !== undefined) throw wrongField('columns', `must contain ${missing}`);
}
