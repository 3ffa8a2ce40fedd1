import { Icon } from '#design/icon.tsx';
import Columns3 from 'lucide/dist/esm/icons/columns-3.mjs';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import type { Choosing } from './use-columns.ts';

/** Shows, hides and orders columns. */
export function ColumnChooser<Row, Search, Context>(props: Choosing<Row, Search, Context>) {
  return (
    <PopoverButton
      title="Columns"
      align="end"
      className="inline-flex items-center gap-1.5 text-ink-2 hover:text-ink aria-expanded:text-ink"
      load={() => import('./column-list.tsx')}
      content={(_, { ColumnList }) => <ColumnList {...props} />}
    >
      <Icon of={Columns3} />
      <span className="phone:sr-only">Columns</span>
    </PopoverButton>
  );
}
