import type { Institution } from '@volume/contract/institutions/institutions.ts';
import { formatCount } from '#design/text/format-text.ts';

const mostNamed = 4;

/** Lists the institutions that saving would switch on or off. */
export function ChangeNames({ change }: { change: Change }) {
  return (
    <div role="status" className="min-w-0 grow basis-[260px] self-center [overflow-wrap:anywhere]">
      <Named label="On" institutions={change.added} />
      <Named label="Off" institutions={change.removed} />
    </div>
  );
}

function Named({ label, institutions }: { label: string; institutions: readonly Institution[] }) {
  if (institutions.length === 0) return null;
  const names = institutions.slice(0, mostNamed).map(({ name }) => name);
  const more = institutions.length - names.length;
  return (
    <p className="m-0">
      <span className="text-ink-3">{`${label}: `}</span>
      <bdi>{names.join(', ')}</bdi>
      {more > 0 && <span className="text-ink-3">{` and ${formatCount(more)} more`}</span>}
    </p>
  );
}

/** The ids that are on: an empty saved list means all. */
export function readChosen(saved: readonly string[], all: readonly Institution[]): ReadonlySet<string> {
  return new Set(saved.length === 0 ? all.map(({ institutionId }) => institutionId) : saved);
}

interface Change {
  added: Institution[];
  removed: Institution[];
}

/** The institutions that saving would switch on and off. */
export function findChange(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  all: readonly Institution[],
): Change {
  return {
    added: all.filter(({ institutionId: id }) => after.has(id) && !before.has(id)),
    removed: all.filter(({ institutionId: id }) => before.has(id) && !after.has(id)),
  };
}

/** The list to save: the empty list if everything is on, so that institutions added later are on too. */
export function toSaved(chosen: ReadonlySet<string>, all: readonly Institution[]): string[] {
  const ids = all.map(({ institutionId }) => institutionId).filter((id) => chosen.has(id));
  return ids.length === all.length ? [] : ids;
}

/** A copy of the choice with these ids switched on or off. */
export function withSwitched(chosen: ReadonlySet<string>, ids: readonly string[], isOn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}
