import { Download } from 'lucide-react';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';

/** Recovery codes to be kept: read, copied or downloaded. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
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
    </>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'volume-recovery-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
