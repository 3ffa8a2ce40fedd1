import type { Institution } from '@volume/contract/institutions.ts';

/** The ids that are on: an application without a list of its own offers all of them. */
export function chosenOf(saved: readonly string[], all: readonly Institution[]): ReadonlySet<string> {
  return new Set(saved.length === 0 ? all.map(({ institutionId }) => institutionId) : saved);
}

export interface Change {
  added: Institution[];
  removed: Institution[];
}

/** What saving would switch on and off. */
export function changeOf(before: ReadonlySet<string>, after: ReadonlySet<string>, all: readonly Institution[]): Change {
  return {
    added: all.filter(({ institutionId: id }) => after.has(id) && !before.has(id)),
    removed: all.filter(({ institutionId: id }) => before.has(id) && !after.has(id)),
  };
}

/** The list to save: everything on is the empty list, so that institutions that come later are on too. */
export function toSaved(chosen: ReadonlySet<string>, all: readonly Institution[]): string[] {
  const ids = all.map(({ institutionId }) => institutionId).filter((id) => chosen.has(id));
  return ids.length === all.length ? [] : ids;
}

/** The choice with these switched. */
export function withSwitched(chosen: ReadonlySet<string>, ids: readonly string[], isOn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}
