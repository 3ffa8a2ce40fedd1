import type { ReactNode } from 'react';
import { Button } from '#design/controls/button.tsx';
import type { RefusalMessage } from '#platform/writes/refusal-message.ts';
import { WriteRefusal } from './write-refusal.tsx';

interface SaveBarProps {
  /** A summary of the unsaved changes. */
  children: ReactNode;
  /** “Save 2 changes”; “Save” by default. */
  action?: string;
  isBusy: boolean;
  refusal: RefusalMessage | undefined;
  /** Why saving is disabled; undefined when it is not. */
  reason: string | undefined;
  onSave: () => void;
  onDiscard: () => void;
}

/** The unsaved changes, with buttons to save and discard them; stays visible while the page scrolls. */
export function SaveBar({ children, action = 'Save', isBusy, refusal, reason, onSave, onDiscard }: SaveBarProps) {
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-0 z-10 mt-6 grid gap-2.5 border-t border-line-2 bg-paper py-3 phone:-mx-4 phone:px-4"
    >
      {refusal && (
        <WriteRefusal
          refusal={refusal}
          undone="Nothing was saved."
          unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
        >
          Your changes are still here.
        </WriteRefusal>
      )}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2.5">
        {children}
        <div className="ml-auto flex gap-2">
          <Button variant="quiet" onClick={onDiscard} disabledReason={isBusy ? 'Saving' : undefined}>
            Discard
          </Button>
          <Button variant="primary" busy={isBusy} disabledReason={reason} onClick={onSave}>
            {action}
          </Button>
        </div>
      </div>
    </section>
  );
}
