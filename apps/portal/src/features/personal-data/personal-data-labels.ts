import type { ErasureObstacle } from '@volume/contract/personal-data/labels.ts';
import type { PersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { formatCount, titleCase } from '#design/text/format-text.ts';

type PersonRecords = PersonalData['records'][number];

const kinds: Record<string, string> = {
  accounts: 'User account',
  activity: 'Activity',
  trail_entries: 'Audit log chain',
  outbox_mail: 'Emails in the outbox',
  receipt_mails: 'Addresses for receipts',
  notice_mails: 'Choice of notification emails',
  notice_reads: 'Read notifications',
  statement_mails: 'Monthly statement emails',
  outbound_payments: 'Payouts',
  payment_intents: 'Payment links and requests',
  payee_details: 'Pay-in accounts',
  payment_search: 'Texts that find payments',
  payer_search: 'Texts that find payers',
  application_secrets: 'Application keys',
  application_keys: 'Further application keys',
  webhook_endpoints: 'Webhook endpoints',
  due_work: 'Jobs that are due',
  institutions: 'Banks',
  one_time_requests: 'Unfinished sign-ins',
  reset_tokens: 'Password links',
};

/** `payment_notes` is “Payment notes”. */
export const kindLabel = (kind: string): string => {
  const words = kind.replaceAll('_', ' ');
  return kinds[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

export const countText = ({ count }: PersonRecords): string => (count === null ? 'Not counted' : formatCount(count));

export const outcomeLabels = { ERASED: 'Data removed', DELETED: 'Deleted', KEPT: 'Kept' } as const;

const obstacleTexts: Record<ErasureObstacle, { title: string; detail: string }> = {
  FULL_ADMINISTRATOR: {
    title: 'This is an administrator with full access',
    detail: 'Disable them under Administrators first, which a second administrator confirms. Then they can be erased.',
  },
  LAST_MERCHANT_ADMIN: {
    title: 'This is the last administrator of their merchant',
    detail: 'Make another user of the merchant an administrator first. Then this one can be erased.',
  },
};

/** Why a person cannot be erased; a reason that only a newer API knows has the label rule (contract §1). */
export const obstacleText = (obstacle: ErasureObstacle): { title: string; detail: string } =>
  obstacleTexts[obstacle] ?? { title: 'This person cannot be erased', detail: `${titleCase(obstacle)}.` };

export const isRemoved = ({ outcome }: PersonRecords): boolean => outcome !== 'KEPT';

/** The reasons why records remain, each with the kinds of records. */
export function keptReasons(records: readonly PersonRecords[]): { reason: string; text: string }[] {
  const kept = records.filter((record) => !isRemoved(record));
  const reasons = [...new Set(kept.map(({ reason }) => reason ?? ''))];
  return reasons.map((reason) => ({
    reason,
    text: kept
      .filter((record) => record.reason === reason)
      .map((record) => `${kindLabel(record.kind)}: ${countText(record).toLowerCase()}`)
      .join(' · '),
  }));
}

/** `12 records of 3 kinds`; records that were not counted are left out of the sum. */
export function sumText(records: readonly PersonRecords[]): string {
  const sum = records.reduce((total, { count }) => total + (count ?? 0), 0);
  const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
  return `${counted(sum, 'record')} of ${counted(records.length, 'kind')}`;
}
