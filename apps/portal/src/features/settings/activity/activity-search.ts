import { readDays, readPage, readWhole } from '#lists/read-search.ts';

/** What the address says of the activity log; its names begin with "activity", so that they clash with no other list's. */
export type ActivitySearch = ReturnType<typeof readActivitySearch>;

/** Reads the search parameters; what is unknown or hostile falls back silently. */
export function readActivitySearch(given: Record<string, unknown>) {
  const [activityFrom, activityTo] = readDays(given['activityFrom'], given['activityTo']);
  return {
    activityActor: textOf(given['activityActor']),
    // Which actions there are is known where the log is shown; here they are words.
    activityAction: textOf(given['activityAction']),
    activityFrom,
    activityTo,
    activityPage: readPage(given['activityPage']),
    activityRows: readWhole(given['activityRows'], 100),
  };
}

const textOf = (given: unknown): string | undefined => {
  const text = Array.isArray(given) ? given.join(',') : given;
  return typeof text === 'string' && text !== '' ? text.slice(0, 600) : undefined;
};
