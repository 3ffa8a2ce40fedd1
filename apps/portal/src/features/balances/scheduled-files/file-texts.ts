import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { formatTraits } from '@volume/contract/balances/statement-files/formats.ts';
import type {
  FileFrequency,
  ScheduledFile,
  ScheduledFormat,
} from '@volume/contract/scheduled-files/scheduled-files.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-text.ts';

/** The accounts of the application; undefined until they are known. */
export type Accounts = readonly PayInAccount[] | undefined;

export const frequencyLabels: Readonly<Record<FileFrequency, string>> = {
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
};

export const formatLabel = (format: ScheduledFormat): string =>
  format === 'CSV' || format === 'PDF' ? format : formatTraits[format].label;

/** What a file contains: `Statement, GBP account ending 4821`. */
export function contentText(payInAccountId: number | null, accounts: Accounts): string {
  if (payInAccountId === null) return 'Pay-ins';
  const account = accounts?.find(({ id }) => id === payInAccountId);
  return `Statement, ${account ? accountText(account) : `account ${payInAccountId}`}`;
}

/** `GBP account ending 4821`. */
function accountText({ forCurrency, accountIdentification1, accountIdentification2 }: PayInAccount): string {
  const numbers = [accountIdentification1, accountIdentification2].filter((each) => each?.type !== 'SORT_CODE');
  const ending = numbers[0]?.number.slice(-4) ?? '';
  return ending === '' ? `${forCurrency} account` : `${forCurrency} account ending ${ending}`;
}

export const todaysStatuses = 'A pay-in file shows the status that each payment has today.';

export const rowsText = ({ rows }: Pick<ScheduledFile, 'rows'>): string =>
  `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;

export const dayText = (day: string): string => formatDateTime(day, 'UTC', 'date');

/** `21 Nov 2026`, `1–30 Nov 2026`, `30 Nov – 6 Dec 2026` or `28 Dec 2026 – 3 Jan 2027`. */
export function periodText({ firstDay, lastDay }: Pick<ScheduledFile, 'firstDay' | 'lastDay'>): string {
  const [first, last] = [dayText(firstDay), dayText(lastDay)];
  if (firstDay === lastDay) return last;
  if (firstDay.slice(0, 4) !== lastDay.slice(0, 4)) return `${first} – ${last}`;
  const [day, month] = first.split(' ');
  return firstDay.slice(0, 7) === lastDay.slice(0, 7) ? `${day}–${last}` : `${day} ${month} – ${last}`;
}
