import FileUp from 'lucide/dist/esm/icons/file-up.mjs';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Icon } from '#design/icon.tsx';

interface StatementDropProps {
  onFile: (file: File) => void;
  children?: ReactNode;
}

export function StatementDrop({ onFile, children }: StatementDropProps) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  return (
    <div
      className={`grid justify-items-center gap-2.5 rounded border border-dashed px-5 py-12 text-center ${isDraggedOver ? 'border-act bg-act-soft' : 'border-line-2'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDraggedOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <p className="m-0 font-strong">Drop a bank statement here</p>
      <p className="m-0 max-w-[56ch] text-balance text-ink-3">
        CSV, CAMT.053, MT940 or OFX, also in a ZIP, up to 100 MB. It is read in this browser and not uploaded; only your
        payments are loaded.
      </p>
      <ChooseFile variant="primary" onFile={onFile}>
        Choose a file
      </ChooseFile>
      {children}
    </div>
  );
}

export function ChooseFile({ onFile, children, variant }: StatementDropProps & { variant?: 'primary' }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sr-only"
        aria-label="Bank statement"
        tabIndex={-1}
        accept=".csv,.txt,.tab,.xml,.sta,.mt940,.940,.ofx,.qfx,.qbo,.zip,text/csv,text/plain,application/xml,text/xml"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
      <Button variant={variant} icon={<Icon of={FileUp} />} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
