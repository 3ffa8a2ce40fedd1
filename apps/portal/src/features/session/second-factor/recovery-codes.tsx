import { useState } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { FormError } from '#features/session/form-error.tsx';
import { AuthHeading } from '#features/session/auth-heading.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  problem: string | undefined;
  onSaved: () => void;
}

/** The recovery codes, shown this once: nobody goes on without saying that they are kept. */
export function RecoveryCodes({ codes, problem, onSaved }: RecoveryCodesProps) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <div className="grid gap-4">
      <AuthHeading title="Save your recovery codes">
        Each can be used once if you can’t get a code. They won’t be shown again.
      </AuthHeading>
      <FormError message={problem} />
      <RecoveryCodeList codes={codes} />
      <Checkbox checked={isSaved} onChange={setIsSaved}>
        I’ve saved my recovery codes
      </Checkbox>
      <Button
        variant="primary"
        size="l"
        disabledReason={isSaved ? undefined : 'Confirm that you’ve saved your codes'}
        onClick={onSaved}
      >
        Continue
      </Button>
    </div>
  );
}
