import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Icon } from '#design/icon.tsx';
import type { ExplainTotal } from '#design/table/pager.tsx';
import { formatTotal } from '#design/text/format-text.ts';

interface LineProps {
  id?: string;
  name: string;
  dot: string;
  href: string;
  /** Undefined for one thing that is named itself. */
  count?: number;
  isAtLeast?: boolean;
  /** Renders the count of payments so that it can be explained. */
  explain?: ExplainTotal;
}

const shownWhileCounted = 3;

/** The lines with a count above zero, once all are counted. */
export function Lines({ lines }: { lines: LineProps[] | undefined }) {
  const found = lines?.filter(({ count }) => count !== 0);
  if (found?.length === 0) {
    return <p className="m-0 border-t border-line pt-2.5 text-ink-3">Nothing needs attention.</p>;
  }
  return (
    <ul className="num m-0 list-none border-t border-line p-0" aria-busy={!found}>
      {found?.map((line) => <Line key={line.id ?? line.name} {...line} />) ??
        Array.from({ length: shownWhileCounted }, (_, index) => (
          <li key={index} className="flex min-h-[40px] items-center border-b border-line">
            <Skeleton width={160} />
          </li>
        ))}
    </ul>
  );
}

function Line({ name, dot, href, count, isAtLeast = false, explain }: LineProps) {
  const total = count === undefined ? undefined : formatTotal(count, isAtLeast);
  return (
    <li className="relative flex min-h-[39px] items-center gap-2.5 border-b border-line hover:bg-hover">
      {/* The whole line leads to the list; the count above it is pressed for itself. */}
      <a
        className="flex items-center gap-2.5 before:absolute before:inset-0"
        href={href}
        aria-label={total === undefined ? name : `${name}: ${total}`}
      >
        <span aria-hidden="true" className={`size-1.5 shrink-0 rounded-full ${dot}`} />
        <span>{name}</span>
      </a>
      <span className={`ml-auto font-medium ${explain ? 'relative' : ''}`}>
        {explain && total !== undefined ? explain(total, isAtLeast ? undefined : count) : total}
      </span>
      <Icon of={ChevronRight} className="pointer-events-none text-ink-3" />
    </li>
  );
}
