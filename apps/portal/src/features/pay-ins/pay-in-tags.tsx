import { StatusTag } from '#domain/status-tag.tsx';
import type { StatusWord } from '#domain/status-words.ts';

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
