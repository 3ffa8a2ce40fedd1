import type { Entry } from './entries.ts';

export interface Recorded {
  /** The day of the newest entry that is in `names`. */
  upTo: string;
  names: readonly string[];
}

/**
 * Everything in the current API that neither the record nor the entries since its day name. A new call includes its parameters,
 * and a new shape its fields.
 */
export function unnamed({ upTo, names }: Recorded, entries: readonly Entry[], current: readonly string[]) {
  const later = entries.filter(({ day }) => day >= upTo).toReversed();
  const said = new Set(names);
  for (const { added = [], removed = [] } of later) {
    for (const name of added) said.add(name);
    for (const name of removed) said.delete(name);
  }
  const now = new Set(current);
  const wholeOf = (name: string): string => name.split(name.includes(' ?') ? ' ?' : '.')[0] ?? name;
  const known = new Set(names.map(wholeOf));
  const isNewPart = (name: string): boolean => wholeOf(name) !== name && !known.has(wholeOf(name));
  return {
    added: current.filter((name) => !said.has(name) && !isNewPart(name)),
    removed: [...said].filter((name) => !now.has(name)),
  };
}
