import { useState } from 'react';
import type { Counted, LivePage } from './compare-rows.ts';

interface Live {
  shown: LivePage<unknown>;
  /** Milliseconds. */
  shownAt: number;
}

/** The count of the list's first page, or of the page that was opened first. It stays while the user pages through the same search. */
export function useCounted(search: string, live: Live | undefined): Counted | undefined {
  const [counted, setCounted] = useState<Counted & { search: string }>();
  const isKept = counted?.search === search && (live === undefined || live.shown.number > 0);
  if (isKept || !live) return counted;
  const [total, at] = [live.shown.totalElements, live.shownAt];
  const isSame = counted?.search === search && counted.total === total && counted.at === at;
  if (!isSame) setCounted({ search, total, at });
  return { total, at };
}
