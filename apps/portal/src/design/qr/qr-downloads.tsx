import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';

interface QrDownloadsProps {
  text: string;
  /** Without its ending. */
  fileName: string;
}

const kinds = ['SVG', 'PNG'] as const;

/** The code as a file: SVG for print shops, PNG for everything else. */
export function QrDownloads({ text, fileName }: QrDownloadsProps) {
  const [problem, setProblem] = useState('');
  const download = async (kind: (typeof kinds)[number]) => {
    try {
      const { qrPngFile, qrSvgFile } = await import('./qr-drawing.ts');
      save(kind === 'SVG' ? qrSvgFile(text) : await qrPngFile(text), `${fileName}.${kind.toLowerCase()}`);
      setProblem('');
    } catch {
      setProblem(`The ${kind} could not be created.`);
    }
  };
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="s"
            icon={<Download aria-hidden="true" />}
            aria-label={`Download the QR code as ${kind}`}
            onClick={() => void download(kind)}
          >
            {kind}
          </Button>
        ))}
      </div>
      <p role="status" className={problem === '' ? 'sr-only' : 'm-0 text-label text-bad'}>
        {problem}
      </p>
    </div>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken hold of the file once the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
