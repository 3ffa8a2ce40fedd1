import type { TrailReport } from './verify-trail.ts';

/** Rows named one by one, of those that lie after the head. */
const mostNamed = 20;

/** What a check of the trail found, one line each. */
export function describeTrail({ broken, batches, entries, erased, waiting, head }: TrailReport): string[] {
  const scope = `${counted(entries, 'entry', 'entries')} in ${counted(batches, 'batch', 'batches')}`;
  return [
    ...broken,
    broken.length === 0
      ? `The trail is whole: ${scope}.`
      : `The trail is NOT whole: ${counted(broken.length, 'fault', 'faults')} in ${scope}.`,
    head ? `Last head: batch ${head.batch}, mac ${head.mac}` : 'Nothing is linked yet.',
    ...(erased > 0 ? [`Personal details were erased from ${counted(erased, 'row', 'rows')}.`] : []),
    ...(waiting.length > 0 ? [`After the head, not linked yet: ${counted(waiting.length, 'row', 'rows')}`] : []),
    ...waiting.slice(0, mostNamed).map((row) => `  ${row}`),
    ...(waiting.length > mostNamed ? [`  and ${waiting.length - mostNamed} more`] : []),
  ];
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
