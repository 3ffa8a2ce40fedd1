import { Tag } from '#design/feedback/tag.tsx';
import type { TagWord } from './pay-in-words.ts';

/** States side by side, on one line where they stand in a row. */
export function PayInTags({ words }: { words: readonly TagWord[] }) {
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1">
      {words.map(({ word, tone, hollow }, index) => (
        <Tag key={index} tone={tone} hollow={hollow}>
          {word}
        </Tag>
      ))}
    </span>
  );
}
