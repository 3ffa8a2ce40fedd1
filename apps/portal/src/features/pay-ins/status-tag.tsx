import { Fragment } from 'react';
import { Tag } from '#design/feedback/tag.tsx';
import type { StatusLabel } from './status-labels.ts';

// Tag has no hooks: it is called as a function because lists show a hundred rows of tags (design/table/cells.tsx).
export const StatusTag = ({ status: { label, ...look } }: { status: StatusLabel }) => Tag({ ...look, children: label });

export function PayInTags({ labels }: { labels: readonly StatusLabel[] }) {
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1">
      {labels.map((status, index) => (
        <Fragment key={index}>{StatusTag({ status })}</Fragment>
      ))}
    </span>
  );
}
