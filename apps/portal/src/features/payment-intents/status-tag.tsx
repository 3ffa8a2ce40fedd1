import { Tag } from '#design/feedback/tag.tsx';
import type { StatusWord } from './payment-intent-words.ts';

/** A link's or an attempt's status. */
export function StatusTag({ status: { word, tone, hollow } }: { status: StatusWord }) {
  return (
    <Tag tone={tone} hollow={hollow}>
      {word}
    </Tag>
  );
}
