/** A column, as far as its place matters. */
export interface Placed {
  id: string;
  /** It cannot be hidden. */
  isFixed?: true | undefined;
  isHeaderHidden?: boolean | undefined;
}

/** Which columns are shown, and in which order. */
export interface ColumnChoice {
  order: readonly string[];
  isHidden: (id: string) => boolean;
}

/**
 * Reads the columns of a view (`status.amount.payer`: the shown columns in order), otherwise the user's own in this browser
 * (`risk,type;amount,payer`: what is hidden, and the order where it was changed). Ids that the list does not have are ignored.
 */
export function readChoice(view: string | undefined, own: string | null): ColumnChoice {
  if (view !== undefined) {
    const order = view.split('.');
    return { order, isHidden: (id) => !order.includes(id) };
  }
  const [hidden = '', order = ''] = (own ?? '').split(';');
  const hiddenIds = hidden.split(',');
  return { order: order.split(','), isHidden: (id) => hiddenIds.includes(id) };
}

/** The user's own columns as text, empty for the default ones. */
export function writeOwn(hidden: readonly string[], order: readonly string[], usual: readonly string[]): string {
  const isUsual = order.join() === usual.join();
  return hidden.join() + (isUsual ? '' : `;${order.join()}`);
}

/** The columns that can be moved: the first identifies the row, and those without a header hold its actions at the end. */
const movable = <Column extends Placed>(columns: readonly Column[]): Column[] =>
  columns.slice(1).filter(({ isHeaderHidden }) => isHeaderHidden !== true);

/** All movable columns in this order. Those that it does not name follow the column that precedes them by default. */
export function inOrder<Column extends Placed>(columns: readonly Column[], order: readonly string[]): Column[] {
  const all = movable(columns);
  const ordered = all
    .filter(({ id }) => order.includes(id))
    .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  for (const [at, column] of all.entries()) {
    const before = all[at - 1];
    if (!ordered.includes(column)) ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column);
  }
  return ordered;
}

/** The columns to show, in their order. */
export function arrange<Column extends Placed>(columns: readonly Column[], choice: ColumnChoice): Column[] {
  const shown = inOrder(columns, choice.order).filter(({ id, isFixed }) => isFixed === true || !choice.isHidden(id));
  return [...columns.slice(0, 1), ...shown, ...columns.slice(1).filter(({ isHeaderHidden }) => isHeaderHidden)];
}

/** The shown columns as the text of a view. */
export const viewText = (columns: readonly Placed[], choice: ColumnChoice): string =>
  arrange(columns, choice)
    .filter(({ isHeaderHidden }) => isHeaderHidden !== true)
    .map(({ id }) => id)
    .join('.');
