import { Columns3 } from 'lucide-react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { useHiddenColumns } from '#features/pay-ins/use-hidden-columns.ts';

// Status and amount say what a row is, and the menu what can be done: they stay.
const choices = [
  ['merchant', 'Merchant'],
  ['payer', 'Payer'],
  ['reference', 'Reference'],
  ['order', 'Order'],
  ['type', 'Type'],
  ['risk', 'Risk'],
  ['created', 'Created'],
] as const;

/** Which columns stand, in their one order; kept for this person in this merchant. On a phone rows are cards, and have none. */
export function ColumnChooser({ isForAll }: { isForAll: boolean }) {
  const [hidden, hide] = useHiddenColumns(isForAll);
  const offered = choices.filter(([id]) => isForAll || id !== 'merchant');
  const toggle = (id: string, isShown: boolean) =>
    hide(isShown ? hidden.filter((each) => each !== id) : [...hidden, id]);
  return (
    <PopoverButton
      title="Columns"
      align="end"
      className="mb-1.5 ml-auto inline-flex items-center gap-1.5 text-label text-ink-3 hover:text-ink aria-expanded:text-ink phone:hidden"
      content={
        <div className="w-[200px]">
          <div role="group" aria-label="Columns" className="p-1.5">
            {offered.map(([id, label]) => (
              <Checkbox
                key={id}
                checked={!hidden.includes(id)}
                onChange={(isShown) => toggle(id, isShown)}
                className="rounded-medium px-2 py-1.5 focus-within:bg-hover hover:bg-hover"
              >
                {label}
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
      <Columns3 aria-hidden="true" />
      Columns
    </PopoverButton>
  );
}
