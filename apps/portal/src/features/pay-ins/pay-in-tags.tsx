import { StatusTag } from '#screen/status-tag.tsx';
import type { StatusWord } from '#screen/status-words.ts';

/** States side by side, on one line where they stand in a row. */
export function PayInTags({ words }: { words: readonly StatusWord[] }) {
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1">
      {words.map((status, index) => (
        <StatusTag key={index} status={status} />
      ))}
    </span>
  );
}
