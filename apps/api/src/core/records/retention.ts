import { daysDraftsAreKept } from '@volume/contract/merchants/create-merchant.ts';
import { daysRequestsAreKept } from '@volume/contract/request-log/labels.ts';
import { daysEventsAreKept } from '@volume/contract/webhooks/events.ts';
import { daysFilesAreKept } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { platformRules } from './retention-of-platform.ts';
import { ofMerchants, ofPlatform, type Rule } from './retention-rule.ts';
import type { Rule } from './rule.ts';
import { requestRules } from './request-rules.ts';

/** Days for which records are kept, by the setting with which an operator can keep them longer, never shorter. */
export const keptDays = {
  KEEP_ACTIVITY_NAMES: 2_192,
  KEEP_ADDRESSES: 400,
  KEEP_DELIVERIES: 90,
  KEEP_MAILS: 30,
  KEEP_NOTIFICATIONS: 90,
  KEEP_RECEIPT_ADDRESSES: 400,
} as const;
export type KeepSetting = keyof typeof keptDays;
export type KeepSettings = Record<KeepSetting, number>;

const ofMerchants = { isOfMerchants: true, keyType: 'uuid' } as const;
const ofPlatform = { isOfMerchants: false, keyType: 'text' } as const;

/** How long each kind of record is kept. This table is the only place that deletes rows because of their age. */
export const rules: readonly Rule[] = [
  {
    name: 'deliveries',
    what: 'Webhook deliveries and their attempts, once they were delivered or given up',
    table: 'webhook_deliveries',
    by: 'created_at',
    days: 'KEEP_DELIVERIES',
    key: 'delivery_id',
    ...ofMerchants,
    only: `state IN ('DELIVERED', 'GAVE_UP')`,
    with: 'webhook_attempts',
  },
  {
    name: 'events',
    what: 'Events for webhooks',
    table: 'outgoing_events',
    by: 'created_at',
    days: 'KEEP_DELIVERIES',
    key: 'event_id',
    ...ofMerchants,
  },
  {
    name: 'event_feed',
    what: 'Events that a merchant’s server can read again',
    table: 'event_feed',
    by: 'at',
    days: daysEventsAreKept,
    key: 'event_id',
    ...ofMerchants,
  },
  {
    name: 'notifications',
    what: 'Notifications',
    table: 'notices',
    by: 'created_at',
    days: 'KEEP_NOTIFICATIONS',
    key: 'notice_id',
    ...ofMerchants,
  },
  {
    name: 'mails',
    what: 'Emails that were given up, without their text; in local use all emails',
    table: 'outbox_mail',
    by: 'created_at',
    days: 'KEEP_MAILS',
    key: 'mail_id',
    isOfMerchants: false,
    keyType: 'uuid',
  },
  {
    name: 'receipt_addresses',
    what: 'Addresses that a payer gave for a receipt',
    table: 'receipt_mails',
    by: 'asked_at',
    days: 'KEEP_RECEIPT_ADDRESSES',
    key: 'payment_id',
    ...ofMerchants,
  },
  {
    name: 'activity_addresses',
    what: 'Network address and device of an action; the action stays',
    table: 'activity',
    by: 'at',
    days: 'KEEP_ADDRESSES',
    key: 'activity_id',
    ...ofMerchants,
    only: '(ip IS NOT NULL OR user_agent IS NOT NULL)',
    set: 'ip = NULL, user_agent = NULL',
  },
  {
    name: 'activity_names',
    what: 'Email addresses and details of an action; the action stays, with the id of the user',
    table: 'activity',
    by: 'at',
    days: 'KEEP_ACTIVITY_NAMES',
    key: 'activity_id',
    ...ofMerchants,
    only: `actor <> 'erased'`,
    set: `actor = 'erased', subject = CASE WHEN subject LIKE '%@%' THEN 'erased' ELSE subject END, detail = NULL`,
  },
  {
    name: 'scheduled_files',
    what: 'Files that a schedule has made',
    table: 'scheduled_files',
    by: 'made_at',
    days: daysFilesAreKept,
    key: 'file_id',
    ...ofMerchants,
  },
  {
    name: 'merchant_drafts',
    what: 'Merchants that were begun and not created',
    table: 'merchant_drafts',
    by: 'saved_at',
    days: daysDraftsAreKept,
    key: 'draft_id',
    isOfMerchants: false,
    keyType: 'uuid',
  },
  // As long as the webhooks that merchants received: a question about what the bank reported comes within this time.
  {
    name: 'gateway_messages',
    what: 'Messages from the gateway, encrypted',
    table: 'gateway_messages',
    by: 'received_at',
    days: 90,
    key: 'message_id',
    ...ofPlatform,
  },
  ...requestRules,
  {
    name: 'quotes',
    what: 'Exchange quotes that were not booked, after they expired',
    table: 'exchange_quotes',
    by: 'expires_at',
    days: 1,
    key: 'quote_id',
    ...ofMerchants,
    only: `NOT EXISTS (SELECT FROM exchanges AS e
      WHERE e.merchant_id = exchange_quotes.merchant_id AND e.quote_id = exchange_quotes.quote_id)`,
  },
  {
    name: 'bulk_drafts',
    what: 'Bulk jobs that were prepared and not started',
    table: 'bulk_jobs',
    by: 'created_at',
    days: 1 / 24,
    key: 'bulk_job_id',
    ...ofMerchants,
    only: `state = 'PREPARED'`,
  },
  {
    name: 'idempotency_keys',
    what: 'Answers that are sent again for the same Idempotency-Key',
    table: 'idempotency_keys',
    by: 'created_at',
    days: 1,
    key: 'key',
    ...ofMerchants,
  },
  {
    name: 'moved_money',
    what: 'What a user moved without a step-up; the payout or refund itself stays',
    table: 'moved_money',
    by: 'at',
    days: 1,
    key: 'movement_id',
    ...ofMerchants,
  },
  ...platformRules,
];
