import type { Disabled, MerchantStopping } from '@volume/contract/merchants/stopping.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount, isolate } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';

const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
const lines = (...all: (string | false | null)[]): string[] => all.filter((line): line is string => Boolean(line));
const sums = (all: MerchantStopping['continues']['balances']): string =>
  all.map(({ currency, amount }) => formatMoney(amount, currency)).join(' and ');

/** What stops when the merchant is disabled, a sentence each. */
export function stopLines({ stops }: Pick<MerchantStopping, 'stops'>, zone: string): string[] {
  const { users, apiKeys, unapprovedPayments, waitingOrders, nextPayoutAtUtc, bulkJobs } = stops;
  return lines(
    users > 0 && counted(users, 'user is signed out and can’t sign in', 'users are signed out and can’t sign in'),
    apiKeys > 0 && counted(apiKeys, 'API key is refused', 'API keys are refused'),
    linkLine(stops, 'can’t be paid'),
    unapprovedPayments > 0 &&
      counted(
        unapprovedPayments,
        'payment that waits for its payer can’t be approved',
        'payments that wait for their payers can’t be approved',
      ),
    nextPayoutAtUtc && `Automatic payouts pause; the next was due ${formatDateTime(nextPayoutAtUtc, zone, 'full')}`,
    waitingOrders > 0 &&
      counted(
        waitingOrders,
        'payout or refund that awaits approval can’t be approved',
        'payouts and refunds that await approval can’t be approved',
      ),
    bulkJobs > 0 && counted(bulkJobs, 'bulk job stops', 'bulk jobs stop'),
    'No payment link, payout, refund, exchange or payout schedule can be created, not even by administrators',
  );
}

/** What continues while it is disabled. */
export function continueLines({ continues }: Pick<MerchantStopping, 'continues'>): string[] {
  const { approvedPayments, payouts, refunds, onTheirWay, balances } = continues;
  const orders = lines(
    payouts > 0 && counted(payouts, 'payout', 'payouts'),
    refunds > 0 && counted(refunds, 'refund', 'refunds'),
  );
  const isOneOrder = payouts + refunds === 1;
  const kept = balances.filter(({ amount }) => amount !== 0);
  return lines(
    approvedPayments > 0 &&
      counted(approvedPayments, 'approved payment still completes', 'approved payments still complete'),
    orders.length > 0 &&
      `${orders.join(' and ')} on ${isOneOrder ? 'its' : 'their'} way (${sums(onTheirWay)}) ${isOneOrder ? 'completes' : 'complete'}`,
    'Bank transfers that arrive are booked',
    'Webhooks for all of these are delivered',
    kept.length > 0 && `${sums(kept)} ${kept.length === 1 ? 'stays' : 'stay'} in the accounts`,
  );
}

/** What works again once the merchant is enabled. */
export function resumeLines({ stops }: Pick<MerchantStopping, 'stops'>, zone: string): string[] {
  const { users, apiKeys, nextPayoutAtUtc } = stops;
  return lines(
    users > 0 && counted(users, 'user can sign in again', 'users can sign in again'),
    apiKeys > 0 && counted(apiKeys, 'API key works', 'API keys work'),
    linkLine(stops, 'can be paid'),
    nextPayoutAtUtc && `Automatic payouts resume; the next is due ${formatDateTime(nextPayoutAtUtc, zone, 'full')}`,
    'Payment links, payouts, refunds, exchanges and payout schedules can be created',
  );
}

function linkLine({ openLinks, hasMoreLinks }: MerchantStopping['stops'], what: string): string | false {
  if (openLinks === 0) return false;
  const links = counted(openLinks, 'open payment link', 'open payment links');
  return `${hasMoreLinks ? `More than ${links}` : links} ${what}`;
}

/** “Maya Okafor and 1 other administrator of the merchant”; undefined when no user can be mailed. */
export function mailedText([first, ...others]: MerchantStopping['administrators']): string | undefined {
  if (!first) return undefined;
  const more =
    others.length === 0 ? '' : ` and ${counted(others.length, 'other administrator', 'other administrators')}`;
  const role = others.length === 0 ? ', administrator of the merchant' : ' of the merchant';
  return `${isolate(first.name ?? first.email)}${more}${role}`;
}

/** “Disabled by ada@volume.example on 25 Nov 2026, 10:12 UTC”, with as much as is known. */
export function disabledText(disabled: Disabled, zone: string): string {
  const { by, atUtc } = disabled;
  if (by === null && atUtc === null) return 'This merchant is disabled';
  const who = by === null ? '' : ` by ${isolate(personText(disabled, 'by'))}`;
  return `Disabled${who}${atUtc === null ? '' : ` on ${formatDateTime(atUtc, zone, 'full')}`}`;
}
