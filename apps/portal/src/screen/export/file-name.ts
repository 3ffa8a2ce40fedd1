import type { OpenRange } from '#design/days/date-presets.ts';

/** What an exported file is called: its rows, their days and the zone of their times, such as `pay-ins_2026-10-22_2026-11-21_UTC.csv`. */
export function fileName(name: string, days: OpenRange | undefined, zone: string): string {
  const { from, to } = days ?? {};
  const range = days && (from === undefined && to === undefined ? 'all-days' : `${from ?? 'start'}_${to ?? 'today'}`);
  return `${[name, range, zone.replaceAll('/', '-')].filter(Boolean).join('_')}.csv`;
}
