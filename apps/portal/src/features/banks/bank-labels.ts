import type { Bank } from '@volume/contract/institutions/banks.ts';
import { lettersOf } from '@volume/contract/institutions/letters.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

export const stateLabels: Readonly<Record<Bank['state'], { label: string; tone: Tone }>> = {
  WORKING: { label: 'Working', tone: 'ok' },
  FAILING: { label: 'Many failures', tone: 'held' },
  OFF: { label: 'Off', tone: 'calm' },
};

/** The state; for a bank that is off also since when: `Off since 25 Nov`. */
export function stateText({ state, switchedOffAtUtc }: Bank, zone: string, now: Date): string {
  if (state !== 'OFF' || switchedOffAtUtc === null) return lookOf(stateLabels, state).label;
  const [day = ''] = formatDateTime(switchedOffAtUtc, zone, 'row', now).split(',');
  return `Off since ${day}`;
}

/** The letters that pay pages show when there is no logo. */
export const bankLetters = ({ name, letters }: Pick<Bank, 'name' | 'letters'>): string => letters ?? lettersOf(name);

/** The share of ended payments that were paid, `98.4%`; undefined when none has ended. */
export function successText({ paid24Hours: paid, failed24Hours: failed }: Bank): string | undefined {
  return paid + failed === 0 ? undefined : `${((paid / (paid + failed)) * 100).toFixed(1)}%`;
}
