import { disabledMerchants } from './disabled-merchants.ts';
import type { Migration } from './migration.ts';
import { feeChanges } from './fee-changes.ts';
import { administrators } from './administrators.ts';
import { records } from './records.ts';
import { merchantSettings } from './merchant-settings.ts';
import { balanceAfter } from './balance-after.ts';
import { keysToPayments } from './keys-to-payments.ts';
import { writingFunctions } from './trigger-functions.ts';
import { scheduledFiles } from './scheduled-files.ts';
import { requestLog } from './request-log.ts';
import { formerKeys } from './former-keys.ts';
import { deviceCodes } from './device-codes.ts';
import { eventFeed } from './event-feed.ts';
import { columnsOfViews } from './shared-views.ts';
import { namedKeys } from './named-keys.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import { webhookReplays } from './webhook-replays.ts';

/** Continues `migrations.ts`. */
export const laterMigrations: readonly Migration[] = [
  {
    name: '0153-largest-amount',
    sql: `
      ALTER TABLE merchants ADD COLUMN largest_amount bigint;
      ALTER TABLE merchants ADD CONSTRAINT largest_amount_is_positive CHECK (largest_amount > 0) NOT VALID;
    `,
  },
  {
    name: '0154-failed-work',
    steps: [
      {
        sql: `
          ALTER TABLE due_work
            ADD COLUMN IF NOT EXISTS failures integer NOT NULL DEFAULT 0,
            ADD COLUMN IF NOT EXISTS last_error text,
            ADD COLUMN IF NOT EXISTS dead_at timestamptz(3);
        `,
      },
      { index: 'due_work_failures', on: 'due_work (kind, failures) WHERE failures > 0' },
    ],
  },
  // Marks from before their id had to be that of a notice: ids up to 2028 are smaller, so these marked every later
  // notice as read.
  {
    name: '0154-marks-of-no-notice',
    steps: [
      { backfill: `DELETE FROM notice_reads WHERE notice_id >= '01b00000-0000-4000-8000-000000000000' RETURNING notice_id` },
    ],
  },
  // Expired rows are found by their time and deleted (core/records/retention.ts).
  {
    name: '0155-expired-rows',
    steps: [
      { index: 'exchange_quotes_expiry', on: 'exchange_quotes (expires_at)' },
      { index: 'one_time_requests_expiry', on: 'one_time_requests (expires_at)' },
    ],
  },
  // One mailed sign-in code per account, and the place for which an unfinished sign-in is used again.
  {
    name: '0156-sign-in-codes',
    sql: `
      ALTER TABLE one_time_requests ADD COLUMN place text;
      CREATE TABLE sign_in_codes (
        user_account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
        code text NOT NULL,
        sent_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
    `,
  },
  // The user who deleted a note, when it was not its author.
  { name: '0157-notes-of-disabled-authors', sql: `ALTER TABLE payment_notes ADD COLUMN deleted_by text;` },
  {
    name: '0158-read-by-id',
    sql: `ALTER TABLE notice_reads ADD COLUMN also_read uuid[] NOT NULL DEFAULT '{}';`,
  },
  // The provider that an id belongs to, because two providers can use the same ids. Null when the customer's id exists
  // at two providers.
  {
    name: '0159-beneficiary-provider',
    steps: [
      { sql: 'ALTER TABLE beneficiaries ADD COLUMN IF NOT EXISTS provider text;' },
      {
        backfill: `UPDATE beneficiaries AS b SET provider = d.provider FROM (
            SELECT merchant_id, va_customer_id, min(va_provider_type) AS provider FROM payee_details
            WHERE va_customer_id IS NOT NULL AND va_provider_type <> 'NONE'
            GROUP BY merchant_id, va_customer_id HAVING count(DISTINCT va_provider_type) = 1
          ) AS d
          WHERE d.merchant_id = b.merchant_id AND d.va_customer_id = b.customer_id AND b.provider IS NULL
          RETURNING b.beneficiary_id`,
      },
    ],
  },
  scheduledFiles,
  // Switched off by an administrator: hidden on pay pages. Letters are those of the name where there are none.
  {
    name: '0161-banks',
    sql: `
      ALTER TABLE institutions
        ADD COLUMN letters text,
        ADD COLUMN switched_off_at timestamptz(3),
        ADD COLUMN switched_off_by text,
        ADD COLUMN switched_off_reason text;
    `,
  },
  administrators,
  // Merchants that an administrator has not finished, and the hash of the request that created a merchant.
  {
    name: '0163-merchant-drafts',
    sql: `
      CREATE TABLE merchant_drafts (
        draft_id uuid PRIMARY KEY,
        content jsonb NOT NULL,
        saved_by text NOT NULL,
        saved_at timestamptz(3) NOT NULL
      );
      CREATE INDEX merchant_drafts_old ON merchant_drafts (saved_at);
      ALTER TABLE merchants ADD COLUMN created_from text;
    `,
  },
  disabledMerchants,
  feeChanges,
  merchantSettings,
  records,
  // Payments that the platform made itself to fill a sandbox.
  { name: '0168-sample-payments', sql: 'ALTER TABLE payments ADD COLUMN is_sample boolean NOT NULL DEFAULT false;' },
  // The first and the last of a job's failures in a row; unknown for those from before.
  {
    name: '0169-times-of-failures',
    sql: 'ALTER TABLE due_work ADD COLUMN first_failed_at timestamptz(3), ADD COLUMN last_failed_at timestamptz(3);',
  },
  // Messages from the gateway, encrypted: they name their merchant only by the id of a payment or order.
  {
    name: '0170-gateway-messages',
    sql: `
      CREATE TABLE gateway_messages (
        message_id text PRIMARY KEY,
        sealed text NOT NULL,
        received_at timestamptz(3) NOT NULL
      );
      CREATE INDEX gateway_messages_old ON gateway_messages (received_at);
    `,
  },
  // Why a refund was refused or failed, in its provider's words.
  { name: '0171-refund-descriptions', sql: 'ALTER TABLE refunds ADD COLUMN status_description text;' },
  // Webhooks that are due are found without visiting every address that waits for its next attempt. `kind <> ''` is always true, and
  // keeps PostgreSQL from reading the webhooks of one address on this index while its statistics are old.
  {
    name: '0172-due-lanes',
    steps: [{ index: 'due_work_due_lanes', on: "due_work (due_at, lane) WHERE lane IS NOT NULL AND kind <> ''" }],
  },
  // Triggers run static SQL where all tables are on one server; on a cluster they stay as they are.
  {
    name: '0173-static-triggers',
    steps: [
      { sql: writingFunctions('one server').join('\n'), distributed: writingFunctions('distributed').join('\n') },
    ],
  },
  balanceAfter,
  keysToPayments,
  // Merchants for which the check of a rule took longer than a statement may.
  { name: '0176-unfinished-audits', sql: 'ALTER TABLE book_audits ADD COLUMN unfinished bigint NOT NULL DEFAULT 0;' },
  // Jobs with an error are listed, also those that were put back and have not run yet.
  { name: '0177-jobs-with-errors', steps: [{ index: 'due_work_errors', on: 'due_work (kind) WHERE last_error IS NOT NULL' }] },
  columnsOfViews,
  // The reference and the reason that a bulk job gives to each of its refunds.
  {
    name: '0180-bulk-refund-reasons',
    sql: `
      ALTER TABLE bulk_jobs
        ADD COLUMN refund_reference text,
        ADD COLUMN refund_reason text,
        ADD COLUMN refund_reason_note text;
    `,
  },
  // Money out of a statement is added up without reading the far more numerous legs of money in.
  {
    name: '0184-money-out',
    steps: [{ index: 'ledger_legs_money_out', on: 'ledger_legs (merchant_id, ledger_account_id, at) INCLUDE (amount) WHERE amount > 0' }],
  },
  eventFeed,
  requestLog,
  namedKeys,
  // The reference of the payouts of a schedule; empty for one that is made of each payout's id.
  { name: '0199-schedule-references', sql: 'ALTER TABLE payout_schedules ADD COLUMN reference text;' },
  deviceCodes,
  webhookEndpoints,
  webhookReplays,
  // The rows that a balance consists of are found without the transfers of plain pay-ins, which are far more numerous.
  {
    name: '0245-other-transfers',
    steps: [
      {
        index: 'ledger_transfers_other',
        on: "ledger_transfers (merchant_id, transfer_id) INCLUDE (kind, payment_id, refund_id, payout_payment_id) WHERE kind <> 'PAY_IN'",
      },
    ],
  },
  // The merchant's own texts of a payment link. A payment reads those of its link.
  { name: '0255-payment-link-metadata', sql: 'ALTER TABLE payment_intents ADD COLUMN metadata jsonb;' },
  formerKeys,
  // Since when a user can move money; null when that was before this column existed.
  { name: '0257-new-approvers', sql: 'ALTER TABLE accounts ADD COLUMN moves_money_since timestamptz(3);' },
  // The deliveries whose requests have a webhook-id.
  {
    name: '0258-deliveries-of-an-event',
    steps: [
      {
        index: 'webhook_deliveries_event',
        on: 'webhook_deliveries (merchant_id, COALESCE(event_id, replayed_event_id, delivery_id))',
      },
    ],
  },
];
