import { useState } from 'react';
import type { NamedView } from './view-names.ts';

interface OpenView<View> {
  /** The view whose filters and columns the address has. */
  current: View | undefined;
  /** The view that was open until its columns were changed. */
  changed: View | undefined;
}

const keyOf = (view: NamedView): string => ('viewId' in view ? String(view.viewId) : view.name);

/** Finds the open view by its filters and columns, so that a link to it opens it for everyone. */
export function useOpenView<View extends NamedView>(
  views: readonly View[],
  { search, columns }: Omit<NamedView, 'name'>,
): OpenView<View> {
  const [lastKey, setLastKey] = useState<string>();
  const current = views.find((view) => view.search === search && view.columns === columns);
  if (current && keyOf(current) !== lastKey) setLastKey(keyOf(current));
  if (current || columns === undefined) return { current, changed: undefined };
  const alike = views.filter((view) => view.search === search);
  const only = alike.length === 1 ? alike[0] : undefined;
  return { current, changed: alike.find((view) => keyOf(view) === lastKey) ?? only };
}
