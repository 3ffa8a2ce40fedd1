import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { foldText } from '#database/fold-text.ts';
import { sampleMerchants } from '#sample-data/catalogue/sample-merchants.ts';
import type { World } from '#sample-data/world.ts';
import { listPayers } from './list-payers.ts';

/** Failure reasons, common ones repeated, with the step at which they happen. */
export const sampleFailures: readonly (readonly [reason: string, step: 'AUTHORIZATION' | 'BANK'])[] = [
  ['The payer cancelled at the bank', 'AUTHORIZATION'],
  ['The payer cancelled at the bank', 'AUTHORIZATION'],
  ['The payer did not approve the payment within 15 minutes', 'AUTHORIZATION'],
  ['The payer did not approve the payment within 15 minutes', 'AUTHORIZATION'],
  ['Insufficient funds in the payer account', 'BANK'],
  ['Insufficient funds in the payer account', 'BANK'],
  ['Strong customer authentication failed', 'AUTHORIZATION'],
  ['Daily limit of the payer account exceeded', 'BANK'],
  ['The bank rejected the payment: suspected fraud', 'BANK'],
  ['The bank rejected the payment without giving a reason', 'BANK'],
  ['The bank is not available at the moment', 'AUTHORIZATION'],
  ['The payer account is closed or blocked', 'BANK'],
  [
    'Virtual Account Provider API Error -> ClientError code=ACCOUNT_NOT_ACTIVE, message=The account cannot receive payments',
    'BANK',
  ],
  ['Consent expired before the payment was submitted', 'AUTHORIZATION'],
];

/** Number of buckets for payments; each belongs to one pay-in account. A power of two. */
export const BUCKETS = 4096;

/** Fills temporary tables to draw payments from (channels, payers, failures); returns the number of payers. */
export async function stageCatalogue(queries: Queries, world: World): Promise<number> {
  const shares = sampleMerchants.map(({ slug, companyName, share, ticket, orderPrefix, fee }) => ({
    merchant_id: world.merchantId(slug),
    slug,
    folded_name: foldText(companyName),
    share,
    ticket,
    order_prefix: orderPrefix,
    fee,
  }));
  await queries.query(
    sql`CREATE TEMPORARY TABLE sample_shares ON COMMIT DROP AS SELECT * FROM jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) AS
    s(merchant_id uuid, slug text, folded_name text, share float8, ticket bigint, order_prefix text, fee numeric)`,
  );
  await queries.run(channels);
  const payers = listPayers(world, Math.min(50_000, Math.max(240, Math.round(world.payments / 20))));
  await queries.query(
    sql`CREATE TEMPORARY TABLE sample_payers ON COMMIT DROP AS SELECT * FROM jsonb_to_recordset(${JSON.stringify(payers)}::jsonb) AS
    p(payer_no integer, name text, email text, address text, ip text, gbp_account text, gbp_bank text,
      gbp_bank_name text, iban text, gbp_refund_data jsonb, eur_refund_data jsonb, eur_bank text, eur_bank_name text, folded_name text, folded_email text)`,
  );
  const failures = sampleFailures.map(([reason, step], failure_no) => ({ failure_no, reason, step }));
  await queries.query(
    sql`CREATE TEMPORARY TABLE sample_failures ON COMMIT DROP AS SELECT * FROM jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) AS
    f(failure_no integer, reason text, step text)`,
  );
  await queries.run('ANALYZE sample_payers; ANALYZE sample_buckets; ANALYZE sample_failures');
  return payers.length;
}

/**
 * A channel is one pay-in account. A merchant's share is split between its applications, the first taking most, then
 * two thirds to GBP where it has both currencies; every channel of a merchant with payments gets at least one bucket.
 */
const channels = `
CREATE TEMPORARY TABLE sample_channels ON COMMIT DROP AS
SELECT d.payee_detail_id, d.merchant_id, d.application_id, a.application_name, d.for_currency AS currency, d.is_virtual_account AS is_virtual,
  a.confirmation_of_payer_enabled AS is_checked, d.va_provider_type AS provider, d.account_holder_name,
  s.slug, s.folded_name, s.ticket, s.order_prefix, s.fee,
  s.share / (row_number() OVER merchant_rank + 1) * CASE d.for_currency WHEN 'GBP' THEN 2 ELSE 1 END AS share,
  s.share AS merchant_share
FROM payee_details AS d
JOIN applications AS a USING (merchant_id, application_id)
JOIN sample_shares AS s USING (merchant_id)
WHERE s.share > 0
WINDOW merchant_rank AS (PARTITION BY d.merchant_id ORDER BY a.created_at, d.payee_detail_id);

CREATE TEMPORARY TABLE sample_buckets ON COMMIT DROP AS
WITH normal AS (
  SELECT *, merchant_share * share / sum(share) OVER (PARTITION BY merchant_id) AS weight FROM sample_channels
), upto AS (
  SELECT *, sum(weight) OVER (ORDER BY payee_detail_id) / sum(weight) OVER () AS reach,
    row_number() OVER (ORDER BY payee_detail_id) AS place, count(*) OVER () AS channels FROM normal
), edges AS (
  SELECT *, place + round(reach * (${BUCKETS} - channels))::int AS last FROM upto
)
SELECT bucket::int AS bucket, e.payee_detail_id, e.merchant_id, e.application_id, e.application_name, e.currency, e.is_virtual, e.is_checked,
  e.provider, e.slug, e.ticket, e.order_prefix
FROM (SELECT *, lag(last, 1, 0) OVER (ORDER BY payee_detail_id) AS previous FROM edges) AS e,
  LATERAL generate_series(e.previous, e.last - 1) AS bucket;
`;
