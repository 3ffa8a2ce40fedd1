import { Download } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { FormError } from '#features/session/form-error.tsx';
import { DoorHeading } from '#features/session/door-heading.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  problem: string | undefined;
  onKept: () => void;
}

/** The recovery codes, shown this once: nobody goes on without saying that they are kept. */
export function RecoveryCodes({ codes, problem, onKept }: RecoveryCodesProps) {
  const [isKept, setIsKept] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <DoorHeading title="Keep your recovery codes">
        Each opens your account once when your authenticator is not at hand. They are not shown again.
      </DoorHeading>
      <FormError message={problem} />
      <ul
        aria-label="Recovery codes"
        className="m-0 grid list-none grid-cols-2 gap-x-6 gap-y-1.5 border-y border-line p-0 py-3"
      >
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <CopyButton text={text}>Copy</CopyButton>
        <Button icon={<Download aria-hidden="true" />} onClick={() => download(text)}>
          Download
        </Button>
      </div>
      <Checkbox checked={isKept} onChange={setIsKept}>
        I have kept them
      </Checkbox>
      <Button
        variant="primary"
        size="l"
        disabledReason={isKept ? undefined : 'Say first that you have kept the codes'}
        onClick={onKept}
      >
        Continue
      </Button>
    </div>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'volume-recovery-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
