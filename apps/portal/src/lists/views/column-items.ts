import { columnsIn } from '#lists/list.ts';
import { type ColumnChoice, inOrder, readChoice, viewText, writeOwn } from './arrangement.ts';
import { type Choosing, columnsInAddress, useColumnChoice } from './use-columns.ts';

/** A column as the chooser offers it. */
export interface ColumnItem {
  id: string;
  header: string;
  isFixed: boolean;
  isShown: boolean;
  /** Phones show rows as cards, which have room for a few columns only. */
  isOnCards: boolean;
}

/**
 * The columns that the chooser offers. A change is stored where the columns come from: in the address, where it changes the open
 * view, or in this browser.
 */
export function useColumnItems<Row, Search, Context>(props: Choosing<Row, Search, Context>) {
  const { list, search, context, onColumns } = props;
  const [choice, storeOwn] = useColumnChoice(props);
  const columns = columnsIn(list.columns, context);
  const toItems = ({ order, isHidden }: ColumnChoice): ColumnItem[] =>
    inOrder(columns, order).map(({ id, header, isFixed = false, card }) => {
      const slot = typeof card === 'function' ? card(context) : card;
      return { id, header, isFixed, isShown: isFixed || !isHidden(id), isOnCards: slot !== undefined };
    });
  const usual = toItems(readChoice(undefined, null));
  const choose = (items: readonly ColumnItem[]) => {
    const order = items.map(({ id }) => id);
    const hidden = items.filter(({ isShown }) => !isShown).map(({ id }) => id);
    if (columnsInAddress(search) === undefined)
      return storeOwn(
        writeOwn(
          hidden,
          order,
          usual.map(({ id }) => id),
        ),
      );
    return onColumns(viewText(columns, { order, isHidden: (id) => hidden.includes(id) }), { replace: true });
  };
  return { items: toItems(choice), usual, choose };
}
