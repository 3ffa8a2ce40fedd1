import type { Migration } from './migration.ts';

/** No newer activity of the same kind exists for the object. */
const isLatest = (like: string): string => `NOT EXISTS (SELECT FROM activity AS n WHERE n.merchant_id = a.merchant_id
  AND n.action = a.action AND ${like} AND (n.at, n.activity_id) > (a.at, a.activity_id))`;

/**
 * Users who cannot approve an order, who loosened a key or chose a default beneficiary, and the recipient of an order
 * (decision 31). For the time before the upgrade, the user who last changed a key or a default is taken from the
 * activity, if known.
 */
export const twoPeople: Migration = {
  name: '0150-two-people',
  steps: [
    {
      sql: `
        ALTER TABLE approvals ADD COLUMN IF NOT EXISTS excluded jsonb NOT NULL DEFAULT '[]';
        ALTER TABLE application_secrets ADD COLUMN IF NOT EXISTS loosened_by text[] NOT NULL DEFAULT '{}';
        ALTER TABLE payee_details ADD COLUMN IF NOT EXISTS default_set_by text;
        ALTER TABLE outbound_payments ADD COLUMN IF NOT EXISTS recipient text;
        ALTER TABLE refunds ADD COLUMN IF NOT EXISTS recipient text;
      `,
    },
    {
      backfill: `UPDATE application_secrets AS s SET loosened_by = ARRAY[a.actor] FROM activity AS a
        WHERE a.merchant_id = s.merchant_id AND a.action = 'KEY_CHANGED' AND a.subject = s.application_id::text
          AND lower(a.detail) LIKE lower(s.key) || ' key:%' AND a.at >= s.updated_at AND s.loosened_by = '{}'
          AND ${isLatest("n.subject = a.subject AND split_part(n.detail, ':', 1) = split_part(a.detail, ':', 1)")}
        RETURNING s.application_id`,
    },
    {
      backfill: `UPDATE payee_details AS d SET default_set_by = a.actor FROM activity AS a
        WHERE a.merchant_id = d.merchant_id AND a.action = 'BENEFICIARY_MADE_DEFAULT'
          AND a.subject = d.va_default_pay_out_beneficiary_account_id
          AND a.detail LIKE '% account ' || d.payee_detail_id AND d.default_set_by IS NULL
          AND ${isLatest("n.detail LIKE '% account ' || d.payee_detail_id")}
        RETURNING d.payee_detail_id`,
    },
    {
      index: 'outbound_payments_recipient',
      on: 'outbound_payments (merchant_id, recipient, created_at) WHERE recipient IS NOT NULL',
    },
    { index: 'refunds_recipient', on: 'refunds (merchant_id, recipient, created_at) WHERE recipient IS NOT NULL' },
  ],
};
