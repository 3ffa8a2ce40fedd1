import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#design/controls/button.tsx';
import { TextArea } from '#design/controls/text-field.tsx';
import { Icon } from '#design/icon.tsx';

type MetadataFieldProps = Omit<ComponentProps<typeof TextArea>, 'label'> & {
  /** Whether there is something to show at first. */
  isFilled: boolean;
};

/** Few links need it, so a button opens it. */
export function MetadataField({ isFilled, ...area }: MetadataFieldProps) {
  const [isOpened, setIsOpened] = useState(isFilled);
  const field = useRef<HTMLDivElement>(null);
  const open = () => {
    flushSync(() => setIsOpened(true));
    field.current?.querySelector('textarea')?.focus();
  };
  return (
    <div ref={field} className="grid justify-items-start">
      {isOpened ? (
        <div className="w-full">
          <TextArea
            label="Metadata"
            hint="For your own systems, which get it with each payment event. One per line: customer=C-4711"
            rows={2}
            isMono
            data-personal
            {...area}
          />
        </div>
      ) : (
        <Button variant="quiet" size="s" className="-ml-2.5" icon={<Icon of={Plus} />} onClick={open}>
          Add metadata
        </Button>
      )}
    </div>
  );
}
