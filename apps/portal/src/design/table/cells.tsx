import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { PersonName } from '#design/text/person-name.tsx';

// Plain elements for cells. The components have no hooks, so they are called as functions: React would otherwise keep a component for
// each cell, which is most of the cost of a list of a hundred rows.

export const dash = <span className="text-ink-3">–</span>;

/** A name; a dash if there is none. */
export const nameCell = (name: string | null | undefined, hasRoom?: boolean) => PersonName({ children: name, hasRoom });

/** An id or reference, truncated when too long; a dash if there is none. */
export const idCell = (text: string | null) =>
  text?.trim() ? (
    <span className="block truncate" title={text}>
      {IdText({ children: text })}
    </span>
  ) : (
    dash
  );

/** An amount in minor units. */
export const moneyCell = (minor: number, currency: string) => Money({ minor, currency });

/** A time; `now` in milliseconds. */
export const timeCell = (utc: string, { zone, now }: { zone: string; now: number }) =>
  DateTime({ utc, zone, now: new Date(now) });
