import type { ReactNode } from 'react';

export interface Description {
  term: string;
  detail: ReactNode;
  mono?: boolean | undefined;
  /** Puts a long text below its term, over the whole width. */
  isLong?: boolean | undefined;
}

/** Whether a text would take many short lines next to its term. */
export const isLongDetail = (text: string): boolean => text.length > 80;

interface DescriptionListProps {
  items: readonly Description[];
}

/** Terms with their details; a missing detail is shown as a dash. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className="num m-0">
      {items.map(({ term, detail, mono, isLong }) => (
        <div
          key={term}
          className="grid grid-cols-[fit-content(132px)_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-t border-line py-[7px]"
        >
          <dt className="text-ink-3 [overflow-wrap:anywhere]">{term}</dt>
          <dd
            className={`m-0 [overflow-wrap:anywhere] ${isLong === true ? 'col-span-full' : 'text-right'} ${mono === true ? 'mono leading-[1.62]' : ''}`}
          >
            {isEmpty(detail) ? <span className="text-ink-3">–</span> : detail}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Also what a condition in front of the element leaves. */
const isEmpty = (detail: ReactNode): boolean =>
  detail === null || detail === undefined || detail === '' || detail === false;
