import type { Institution } from '@volume/contract/institutions.ts';
import { Button } from '#design/controls/button.tsx';
import { formatCount } from '#design/text/format-count.ts';
import type { RefusalWords } from '#platform/writes/refusal-words.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import type { Change } from './choice.ts';

interface SaveBarProps {
  change: Change;
  isBusy: boolean;
  refusal: RefusalWords | undefined;
  /** Why this cannot be saved, undefined when it can. */
  reason: string | undefined;
  onSave: () => void;
  onDiscard: () => void;
}

const mostNamed = 4;

/** What would change, and the two ways on; stays in sight while the list scrolls. */
export function SaveBar({ change, isBusy, refusal, reason, onSave, onDiscard }: SaveBarProps) {
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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div role="status" className="min-w-0 grow basis-[260px] [overflow-wrap:anywhere]">
          <Named word="On" institutions={change.added} />
          <Named word="Off" institutions={change.removed} />
        </div>
        <div className="ml-auto flex gap-2">
          <Button variant="quiet" onClick={onDiscard} disabledReason={isBusy ? 'Saving' : undefined}>
            Discard
          </Button>
          <Button variant="primary" busy={isBusy} disabledReason={reason} onClick={onSave}>
            Save
          </Button>
        </div>
      </div>
    </section>
  );
}

function Named({ word, institutions }: { word: string; institutions: readonly Institution[] }) {
  if (institutions.length === 0) return null;
  const names = institutions.slice(0, mostNamed).map(({ name }) => name);
  const more = institutions.length - names.length;
  return (
    <p className="m-0">
      <span className="text-ink-3">{`${word}: `}</span>
      <bdi>{names.join(', ')}</bdi>
      {more > 0 && <span className="text-ink-3">{` and ${formatCount(more)} more`}</span>}
    </p>
  );
}
