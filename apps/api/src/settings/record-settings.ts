import { keptDays, type KeepSetting } from '#core/records/retention-rule.ts';
import type { Setting } from './setting.ts';

/** At least the days of the retention table, at most fifty years. */
const kept = <N extends KeepSetting>(name: N, does: string) => ({
  does,
  default: keptDays[name],
  least: keptDays[name],
  most: 18_262,
  unit: 'days',
  details: 'records.md',
});

/** How long each kind of record is kept. */
export const records = {
  KEEP_DELIVERIES: kept('KEEP_DELIVERIES', 'Webhook deliveries, their attempts and their events are kept for so long.'),
  KEEP_NOTIFICATIONS: kept('KEEP_NOTIFICATIONS', 'Notifications are kept for so long.'),
  KEEP_MAILS: kept('KEEP_MAILS', 'Records of emails that could not be sent are kept for so long.'),
  KEEP_RECEIPT_ADDRESSES: kept(
    'KEEP_RECEIPT_ADDRESSES',
    'Addresses to which a receipt was sent are kept for so long, and receive the confirmations of refunds.',
  ),
  KEEP_ADDRESSES: kept('KEEP_ADDRESSES', 'The network address and device of an action are kept for so long.'),
  KEEP_ACTIVITY_NAMES: kept(
    'KEEP_ACTIVITY_NAMES',
    'Email addresses and details in the activity are kept this long; the action itself is kept forever.',
  ),
} as const satisfies Record<KeepSetting, Setting>;
