import { Tag } from '#design/feedback/tag.tsx';
import type { StatusLabel } from './status-labels.ts';

export function StatusTag({ status: { label, tone, hollow } }: { status: StatusLabel }) {
  return (
    <Tag tone={tone} hollow={hollow}>
      {label}
    </Tag>
  );
}

export function PayInTags({ labels }: { labels: readonly StatusLabel[] }) {
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1">
      {labels.map((status, index) => (
        <StatusTag key={index} status={status} />
      ))}
    </span>
  );
}
