import { Tag } from '#design/feedback/tag.tsx';
import type { StatusWord } from './status-words.ts';

/** A status: a dot and a word. */
export function StatusTag({ status: { word, tone, hollow } }: { status: StatusWord }) {
  return (
    <Tag tone={tone} hollow={hollow}>
      {word}
    </Tag>
  );
}
