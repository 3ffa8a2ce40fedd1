import { useState } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { RecoveryCodeList } from '#features/session/public.ts';

/** New recovery codes, shown this once: nobody goes on without saying that they are kept. */
export function SavedCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <div className="grid gap-3.5">
      <p className="m-0 text-ink-2">Each can be used once if you can’t get a code. They won’t be shown again.</p>
      <RecoveryCodeList codes={codes} />
      <Checkbox checked={isSaved} onChange={setIsSaved}>
        I’ve saved my recovery codes
      </Checkbox>
      <div className="flex justify-end">
        <Button
          variant="primary"
          disabledReason={isSaved ? undefined : 'Confirm that you’ve saved your codes'}
          onClick={onSaved}
        >
          Done
        </Button>
      </div>
    </div>
  );
}
