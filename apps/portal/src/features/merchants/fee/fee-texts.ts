import type { MerchantFee } from '@volume/contract/merchants/fee.ts';
import { addDays } from '#design/days/date-presets.ts';
import { dayText } from '#design/days/typed-day.ts';
import { personText } from '#design/text/person-text.ts';
import { formatFee } from '#features/merchants/merchant-labels.ts';

/** One fee of a merchant, with the days on which it is valid. */
export interface FeeRow {
  key: string;
  state: 'PLANNED' | 'NOW' | 'EARLIER';
  percentage: number;
  valid: string;
  setBy: string | null;
  setAtUtc: string | null;
  reason: string | null;
}

/** The planned fee and all others, newest first. */
export function feeRows({ planned, history }: MerchantFee): FeeRow[] {
  const all = planned === null ? history : [planned, ...history];
  return all.map((change, at) => {
    const { percentage, validFrom, setAtUtc, reason } = change;
    const next = all[at - 1]?.validFrom ?? null;
    const from = validFrom === null ? '' : `From ${dayText(validFrom)}`;
    const until = next === null ? '' : `until ${dayText(addDays(next, -1))}`;
    const valid = [from, until].filter(Boolean).join(' ') || 'From the beginning';
    const isNow = at === (planned === null ? 0 : 1);
    return {
      key: validFrom ?? 'first',
      state: isNow ? 'NOW' : planned !== null && at === 0 ? 'PLANNED' : 'EARLIER',
      percentage,
      valid: valid.charAt(0).toUpperCase() + valid.slice(1),
      setBy: change.setBy && personText(change, 'setBy'),
      setAtUtc,
      reason,
    };
  });
}

/** The effect of a change, before it is made. */
export function effectOf(fee: MerchantFee, percentage: number, validFrom: string): string[] {
  const { history, planned, today } = fee;
  const isToday = validFrom <= today;
  // A fee that is valid from today on is replaced as if it had never been.
  const before = isToday && history[0]?.validFrom === today ? history[1] : history[0];
  const [earlier, next] = [formatFee(before?.percentage ?? fee.percentage), formatFee(percentage)];
  const day = `${isToday ? 'today, ' : ''}${dayText(validFrom)}`;
  return [
    `${earlier} until ${dayText(addDays(validFrom, -1))}, ${next} from ${day}, 00:00 UTC`,
    isToday
      ? `Pay-ins made today since 00:00 UTC have ${next} too; those of earlier days keep their fee`
      : `Pay-ins made before keep ${earlier}, also when they are completed later`,
    ...(planned === null
      ? []
      : [`It replaces the planned ${formatFee(planned.percentage)} from ${dayText(planned.validFrom)}`]),
  ];
}
