import { Tag } from '#design/feedback/tag.tsx';
import type { StatusWord } from './status-labels.ts';

export function StatusTag({ status: { word, tone, hollow } }: { status: StatusWord }) {
  return (
    <Tag tone={tone} hollow={hollow}>
      {word}
    </Tag>
  );
}

export function PayInTags({ words }: { words: readonly StatusWord[] }) {
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1">
      {words.map((status, index) => (
        <StatusTag key={index} status={status} />
      ))}
    </span>
  );
}
