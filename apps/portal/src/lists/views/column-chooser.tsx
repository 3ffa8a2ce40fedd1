import { Icon } from '#design/icon.tsx';
import Columns3 from 'lucide/dist/esm/icons/columns-3.mjs';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { useHiddenColumns } from '#lists/stored.ts';

interface ColumnChooserProps {
  storage: string;
  isForAll: boolean;
  /** The columns that can be hidden, in order. */
  columns: readonly { id: string; header: string }[];
}

/** Shows and hides columns; the choice is stored by user and merchant. Hidden on phones, where rows are cards. */
export function ColumnChooser({ storage, isForAll, columns }: ColumnChooserProps) {
  const [hidden, hide] = useHiddenColumns(storage, isForAll);
  const toggle = (id: string, isShown: boolean) =>
    hide(isShown ? hidden.filter((each) => each !== id) : [...hidden, id]);
  return (
    <PopoverButton
      title="Columns"
      align="end"
      className="inline-flex items-center gap-1.5 text-ink-2 hover:text-ink aria-expanded:text-ink phone:hidden"
      content={
        <div className="w-[200px]">
          <div role="group" aria-label="Columns" className="p-1.5">
            {columns.map(({ id, header }) => (
              <Checkbox
                key={id}
                checked={!hidden.includes(id)}
                onChange={(isShown) => toggle(id, isShown)}
                className="rounded-medium px-2 py-1.5 focus-within:bg-hover hover:bg-hover"
              >
                {header}
              </Checkbox>
            ))}
          </div>
          <div className="border-t border-line p-1.5">
            <Button
              variant="quiet"
              size="s"
              className="w-full !justify-start"
              onClick={() => hide([])}
              disabledReason={hidden.length === 0 ? 'All columns are shown' : undefined}
            >
              Show all
            </Button>
          </div>
        </div>
      }
    >
      <Icon of={Columns3} />
      Columns
    </PopoverButton>
  );
}
