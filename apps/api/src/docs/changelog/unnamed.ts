import type { Entry } from './entries.ts';

export interface Recorded {
  /** The day of the newest entry that is in `names`. */
  upTo: string;
  names: readonly string[];
}

/** What the record and the entries since its day do not say about the API as it is now. */
export function unnamed({ upTo, names }: Recorded, entries: readonly Entry[], current: readonly string[]) {
  const later = entries.filter(({ day }) => day >= upTo).toReversed();
  const said = new Set(names);
  for (const { added = [], removed = [] } of later) {
    for (const name of added) said.add(name);
    for (const name of removed) said.delete(name);
  }
  const now = new Set(current);
  return { added: current.filter((name) => !said.has(name)), removed: [...said].filter((name) => !now.has(name)) };
}
